import fc from 'fast-check'
import type { PublishedMessageTimes } from '../../src/db/message-times.ts'
import type { SiteRows } from '../../src/db/site.ts'
import type { ThreatRows } from '../../src/db/threats.ts'
import { GRAVITIES } from '../../src/domain/banners/banner.ts'
import { PRODUCT_STATUSES, REMEDIATION_CATEGORIES } from '../../src/domain/csaf/advisory-facts.ts'
import { prefixOf } from '../../src/domain/ip-ranges/ip-prefix.ts'
import { PLACE_KINDS } from '../../src/domain/place-address.ts'
import { fieldNames, PAGE_TEXTS, type PageTextName } from '../../src/domain/record-fields.ts'
import { THREAT_CATEGORIES } from '../../src/domain/threats/threat-category.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { emptyMap, nextMap } from '../../src/edition/shared-map.ts'
import { toThreats } from '../../src/edition/threats/threats.ts'
import { toSite } from '../../src/edition/to-site.ts'

/** Any text a database can store: all of Unicode, and what breaks JSON, lines and markup. */
const text = () =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', '\n', '\u2028\u2029', '</script>', '__proto__', '"\\', '\ud83d\ude00 emoji'),
  )
const id = () => fc.integer({ min: 1, max: 2_000_000_000 })
const ids = () => fc.uniqueArray(id(), { maxLength: 4 })
const moment = () =>
  fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const day = () => moment().map((date) => date.toISOString().slice(0, 10))
const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 3 })
const made = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { noNullPrototype: true })
const ipPrefix = () =>
  fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat({ max: 32 }))
    .map(([address, length]) => prefixOf(`${address}/${length}`).text)
const coordinate = () => fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0)

/** Anything an edition may contain, whether it makes sense together or not. */
export function randomEdition(): fc.Arbitrary<LoadedEdition> {
  return made({
    number: fc.nat(),
    history: fc.uuid(),
    siteNumber: fc.nat(),
    threatNumber: fc.nat(),
    publishedAt: moment(),
    siteRows: siteRows(),
    records: fc.uniqueArray(record(), { maxLength: 6, selector: ({ id }) => id }),
    threatRows: threatRows(),
    logEntries: fc.array(fc.tuple(fc.nat(), fc.nat())).map((entries) => nextMap(emptyMap<number>(), entries)),
    log: fc.option(
      made({
        id: fc.string(),
        host: fc.string(),
        size: fc.nat(),
        root: fc.string(),
        began_at: moment(),
        before: orNull(made({ log: fc.string(), size: fc.nat(), root: fc.string() })),
        public_key: fc.string(),
        facts_entry: fc.nat(),
      }),
    ),
    sentTimes: few(
      made({
        messages: orNull(fc.nat()),
        first_sent_at: orNull(moment()),
        most_sent_at: orNull(moment()),
        is_final: fc.boolean(),
        all_failed: fc.boolean(),
      }),
    ),
  }).map(({ records, sentTimes, ...rest }) => ({
    ...rest,
    messageTimes: nextMap(
      emptyMap<PublishedMessageTimes>(),
      records.flatMap(({ id }, at) => {
        const times = sentTimes[at]
        return times === undefined ? [] : [[id, { record_id: id, ...times }] as const]
      }),
    ),
    site: toSite(rest.siteRows),
    threats: toThreats(rest.threatRows),
    records: nextShelf(EMPTY_SHELF, { changed: records, withdrawn: [] }),
  }))
}

/** Numbers are small, so that rows of one table belong to rows of another. */
const key = () => fc.nat({ max: 4 })
const rowsBy = <T>(name: keyof T, row: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.uniqueArray(made(row), { maxLength: 4, selector: (each) => each[name] })

function siteRows(): fc.Arbitrary<SiteRows> {
  return made<SiteRows>({
    settings: fc.tuple(provider(), maintenance()),
    brand: fc.constant([]),
    siteBanners: rowsBy('id', {
      id: id(),
      cloud_id: orNull(key()),
      gravity: fc.constantFrom(...GRAVITIES),
      text: text(),
      link_url: orNull(fc.constantFrom('/help', 'https://northwall.example/')),
      link_text: orNull(text()),
      starts_at: orNull(moment()),
      ends_at: orNull(moment()),
    }),
    products: rowsBy('id', { id: key(), machine_name: text(), title: text() }),
    clouds: rowsBy('id', {
      id: key(),
      product_id: key(),
      title: text(),
      machine_name: text(),
      domain: text(),
      default_page: text(),
      is_gov: fc.boolean(),
      shows_core_services: fc.boolean(),
      shows_data_centers: fc.boolean(),
      shows_premium_data_centers: fc.boolean(),
    }),
    banners: few(made({ cloud_id: key(), title: text(), description: text() })),
    menuItems: rowsBy('id', {
      id: key(),
      menu: fc.constantFrom('top', 'main'),
      key: text(),
      parent_id: orNull(key()),
      label: text(),
      route: text(),
      component: orNull(text()),
      deep_link: fc.boolean(),
    }),
    cloudRoutes: few(made({ menu_item_id: key(), cloud_id: key(), route: text() })),
    hiddenClouds: few(made({ menu_item_id: key(), cloud_id: key() })),
    severities: few(
      made({
        tid: id(),
        name: text(),
        color_code: text(),
        status_icon: text(),
        rank: fc.nat({ max: 100 }),
        in_legend: fc.boolean(),
        is_retired: fc.boolean(),
      }),
    ),
    statuses: few(
      made({
        id: id(),
        name: text(),
        class: text(),
        icon: text(),
        is_closed: fc.boolean(),
        is_retired: fc.boolean(),
      }),
    ),
    serviceCategories: rowsBy('tid', { tid: key(), cloud_id: key(), title: text() }),
    services: rowsBy('tid', {
      tid: id(),
      category_tid: key(),
      name: text(),
      info: text(),
      is_active: fc.boolean(),
      started_on: day(),
      ended_on: orNull(day()),
    }),
    regions: rowsBy('tid', { tid: key(), title: text() }),
    dataCenters: rowsBy('tid', {
      tid: key(),
      region_tid: key(),
      name: text(),
      city: text(),
      country_code: text(),
      latitude: coordinate(),
      longitude: coordinate(),
      is_premium: fc.boolean(),
      is_fedramp_moderate: fc.boolean(),
      has_regional_surcharge: fc.boolean(),
      is_active: fc.boolean(),
      opened_on: day(),
      closed_on: orNull(day()),
    }),
    cloudDataCenters: few(made({ cloud_id: key(), data_center_tid: key() })),
    pages: few(
      made({
        slug: text(),
        cloud_id: orNull(key()),
        title: text(),
        page_top: text(),
        body: text(),
        column_titles: few(text()),
      }),
    ),
    complianceRows: few(made({ cloud_id: orNull(key()), description: text(), date_text: text() })),
    scheduleRegions: rowsBy('id', { id: key(), cloud_id: key(), title: text() }),
    scheduleCells: few(
      made({
        schedule_region_id: key(),
        weekday: fc.nat({ max: 6 }),
        value: text(),
        class_name: text(),
      }),
    ),
    goals: fc.array(
      made({
        service_tid: orNull(key()),
        data_center_tid: orNull(key()),
        from_month: fc.constantFrom('2025-11', '2026-03', '2027-01'),
        percent: orNull(fc.constantFrom(99, 99.9, 99.995)),
      }),
      { maxLength: 4 },
    ),
    ipRanges: rowsBy('id', {
      id: id(),
      data_center_tid: key(),
      range: ipPrefix(),
      note: text(),
      added_on: moment(),
      removed_on: orNull(moment()),
    }),
  })
}

function provider() {
  return made({
    key: fc.constant('provider'),
    value: made({
      name: text(),
      legal_name: text(),
      help_url: text(),
      gov_help_url: text(),
      feedback_email: text(),
      security_contact: text(),
      update_every_hours: orNull(fc.integer({ min: 1, max: 168 })),
    }),
  })
}

function maintenance() {
  return made({
    key: fc.constant('maintenance'),
    value: made({
      is_on: fc.boolean(),
      message: text(),
      ends_at: orNull(moment().map((date) => date.toISOString())),
    }),
  })
}

function threatRows(): fc.Arbitrary<ThreatRows> {
  const count = () => fc.nat({ max: 2 ** 40 })
  const named = { category: fc.constantFrom(...THREAT_CATEGORIES), family: text() }
  const figures = fc.uniqueArray(fc.tuple(fc.nat({ max: 30 }), count()), {
    maxLength: 5,
    selector: ([daysAgo]) => daysAgo,
  })
  const counted = made({ ...named, region_tid: id(), figures }).map(({ figures, ...row }) => ({
    ...row,
    days_ago: figures.map(([daysAgo]) => daysAgo),
    blocked: figures.map(([, blocked]) => blocked),
  }))
  return made<ThreatRows>({
    newestCounts: orNull(day()),
    counts: few(counted),
    newestOrigins: orNull(day()),
    origins: few(made({ country_code: text(), data_center_tid: id(), ...named, blocked: count() })),
    originsTotal: count(),
  })
}

function pageTexts() {
  const texts = fieldNames(PAGE_TEXTS).map((name) => [name, orNull(text())])
  return Object.fromEntries(texts) as Record<PageTextName, fc.Arbitrary<string | null>>
}

function record(): fc.Arbitrary<EditionRecord> {
  return made({
    id: id(),
    kind: fc.constantFrom('incident', 'maintenance', 'advisory', 'notification'),
    notification_type: orNull(
      fc.constantFrom('cloud_app', 'advisories', 'sub_processor', 'url_change_notification'),
    ),
    type: orNull(fc.constantFrom('core_cloud_services', 'datacenter_issue', 'other_maintenance')),
    incident_type: orNull(text()),
    event_type: fc.constantFrom('scheduled', 'completed', 'service_disruption', 'security_advisory'),
    title: text(),
    alias: text(),
    summary: text(),
    body: text(),
    status_id: id(),
    severity_tid: id(),
    tags: few(text()),
    clusters: few(text()),
    created_at: moment(),
    posted_on: orNull(moment()),
    closed_on: orNull(moment()),
    from_time: orNull(moment()),
    to_time: orNull(moment()),
    actual_from_time: orNull(moment()),
    actual_to_time: orNull(moment()),
    updated_on: moment(),
    author: orNull(text()),
    created_by: orNull(text()),
    updated_by: orNull(text()),
    resolved_by: orNull(text()),
    ...pageTexts(),
    next_update: orNull(moment()),
    redirect: orNull(text()),
    cve_ids: few(text()),
    cvss_score: orNull(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
    cvss_vector: orNull(text()),
    advisory: orNull(
      made({
        product_status: orNull(fc.constantFrom(...PRODUCT_STATUSES)),
        remediations: few(
          made({
            category: fc.constantFrom(...REMEDIATION_CATEGORIES),
            details: text(),
            url: orNull(text()),
          }),
        ),
        references: few(made({ summary: text(), url: text() })),
      }),
    ),
    toldIn: orNull(id()),
    rewrites: fc.nat({ max: 9 }),
    clouds: ids(),
    services: ids(),
    dataCenters: ids(),
    placeStates: few(made({ place: fc.constantFrom(...PLACE_KINDS), tid: id(), severity_tid: id() })),
    updates: few(made({ id: id(), posted_on: moment(), status_id: id(), body: text() })),
    revisions: few(moment()),
    changes: few(
      made({
        id: id(),
        update_id: orNull(id()),
        made_on: moment(),
        severity_before: orNull(id()),
        severity_after: orNull(id()),
        services_added: ids(),
        services_removed: ids(),
        data_centers_added: ids(),
        data_centers_removed: ids(),
        was_whole_cloud: fc.boolean(),
        is_whole_cloud: fc.boolean(),
        place_states: few(
          made({
            place: fc.constantFrom(...PLACE_KINDS),
            tid: id(),
            own_before: orNull(id()),
            from: orNull(id()),
            to: orNull(id()),
          }),
        ),
      }),
    ),
    removedUpdates: few(made({ id: id(), posted_on: moment(), removed_on: moment() })),
    postMortem: orNull(
      made({
        content: made({
          what_happened: text(),
          impact: text(),
          why: text(),
          what_we_do: text(),
          actions: few(
            made({
              words: text(),
              state: fc.constantFrom('planned' as const, 'in_progress' as const, 'done' as const),
              due_on: orNull(fc.constant('2026-11-30')),
              done_on: orNull(fc.constant('2026-11-20')),
            }),
          ),
        }),
        published_on: moment(),
        updated_on: orNull(moment()),
      }),
    ),
    notices: orNull(
      few(
        made({
          at: fc.nat(),
          promised_for: orNull(fc.nat()),
          is_news: fc.boolean(),
          is_told: fc.boolean(),
          is_closed: fc.boolean(),
        }),
      ),
    ),
  }).map((record) => ({
    ...record,
    // As in the database, their rows say whose they are.
    updates: record.updates.map((update) => ({ ...update, record_id: record.id })),
    placeStates: record.placeStates.map((state) => ({ ...state, record_id: record.id })),
    changes: record.changes.map((change) => ({ ...change, record_id: record.id })),
    removedUpdates: record.removedUpdates.map((update) => ({ ...update, record_id: record.id })),
    postMortem: record.postMortem && { ...record.postMortem, record_id: record.id },
    notices: record.notices && {
      record_id: record.id,
      at: record.notices.map(({ at }) => at),
      promised_for: record.notices.map(({ promised_for }) => promised_for),
      is_news: record.notices.map(({ is_news }) => is_news),
      is_told: record.notices.map(({ is_told }) => is_told),
      is_closed: record.notices.map(({ is_closed }) => is_closed),
    },
  }))
}
