import fc from 'fast-check'
import { GRAVITIES } from '../../src/domain/banners/banner.ts'
import { PRODUCT_STATUSES, REMEDIATION_CATEGORIES } from '../../src/domain/csaf/advisory-facts.ts'
import { prefixOf } from '../../src/domain/ip-ranges/ip-prefix.ts'
import { fieldNames, PAGE_TEXTS, type PageTextName } from '../../src/domain/record-fields.ts'
import { THREAT_CATEGORIES } from '../../src/domain/threats/threat-category.ts'
import type { Edition, Site } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import type { Threats } from '../../src/edition/threats/threats.ts'

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
const flag = () => fc.constantFrom('1' as const, '0' as const)
const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 3 })
const made = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { noNullPrototype: true })
const ipPrefix = () =>
  fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat({ max: 32 }))
    .map(([address, length]) => prefixOf(`${address}/${length}`).text)
const coordinate = () => fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0)

/** Anything an edition may contain, whether it makes sense together or not. */
export function randomEdition(): fc.Arbitrary<Edition> {
  return made({
    number: fc.nat(),
    history: fc.uuid(),
    siteNumber: fc.nat(),
    threatNumber: fc.nat(),
    publishedAt: moment(),
    site: randomSiteContent(),
    records: fc.uniqueArray(record(), { maxLength: 6, selector: ({ id }) => id }),
    threats: threats(),
  }).map(({ records, ...rest }) => ({
    ...rest,
    records: nextShelf(EMPTY_SHELF, { changed: records, withdrawn: [] }),
  }))
}

function randomSiteContent(): fc.Arbitrary<Site> {
  const services = fc.uniqueArray(service(), { maxLength: 4, selector: ({ tid }) => tid })
  const centers = fc.uniqueArray(dataCenter(), { maxLength: 4, selector: ({ tid }) => tid })
  return fc.tuple(services, centers).chain(([ofSite, atSite]) =>
    made({
      provider: made({
        name: text(),
        legal_name: text(),
        staff_domains: fc.constant([]),
        help_url: text(),
        gov_help_url: text(),
        feedback_email: text(),
        security_contact: text(),
        update_every_hours: orNull(fc.integer({ min: 1, max: 168 })),
      }),
      products: few(made({ machine_name: text(), title: text() })),
      clouds: few(cloud(ofSite, atSite)),
      menu: menu(),
      severities: few(
        made({
          tid: id(),
          name: text(),
          color_code: text(),
          status_icon: text(),
          rank: fc.nat({ max: 100 }),
          isInLegend: fc.boolean(),
        }),
      ),
      statuses: few(
        made({
          id: id(),
          name: text(),
          class: text(),
          icon: text(),
          isClosed: fc.boolean(),
          isRetired: fc.boolean(),
        }),
      ),
      services: fc.constant(new Map(ofSite.map((each) => [each.tid, each]))),
      regions: few(made({ tid: id(), title: text() })),
      dataCenters: fc.constant(new Map(atSite.map((each) => [each.tid, each]))),
      pages: few(
        made({
          slug: text(),
          cloudId: orNull(id()),
          title: text(),
          pageTop: text(),
          body: text(),
          columnTitles: few(text()),
        }),
      ),
      complianceRows: few(made({ cloudId: orNull(id()), description: text(), date: text() })),
      ipRanges: few(
        made({
          id: id(),
          dataCenterTid: id(),
          prefix: ipPrefix(),
          note: text(),
          addedOn: moment(),
          removedOn: orNull(moment()),
        }),
      ),
      banners: few(
        made({
          id: id(),
          cloud: orNull(text()),
          gravity: fc.constantFrom(...GRAVITIES),
          text: text(),
          link: orNull(made({ url: text(), text: text() })),
          startsAt: orNull(moment()),
          endsAt: orNull(moment()),
        }),
      ),
      maintenance: orNull(made({ message: text(), endsAt: orNull(moment()) })),
    }),
  )
}

function service() {
  return made({
    tid: id(),
    name: text(),
    info: text(),
    isActive: fc.boolean(),
    startedOn: day(),
    endedOn: orNull(day()),
  })
}

function dataCenter() {
  return made({
    tid: id(),
    name: text(),
    city: text(),
    country: text(),
    region: text(),
    latitude: coordinate(),
    longitude: coordinate(),
    isPremium: fc.boolean(),
    isFedrampModerate: fc.boolean(),
    hasRegionalSurcharge: fc.boolean(),
    isActive: fc.boolean(),
    openedOn: day(),
    closedOn: orNull(day()),
  })
}

function cloud(services: Site['clouds'][number]['serviceCategories'][number]['services'], centers: Center[]) {
  return made({
    id: id(),
    title: text(),
    machine_name: text(),
    domain: text(),
    default_page: text(),
    type: text(),
    is_gov: fc.boolean(),
    cloud_status: made({ core_cloud_services: flag(), datacenter: flag(), premium_datacenter: flag() }),
    banner: made({ title: text(), description: text() }),
    serviceCategories: few(made({ tid: id(), title: text(), services: fc.subarray(services) })),
    regions: few(made({ tid: id(), title: text(), dataCenters: fc.subarray(centers) })),
    schedule: few(made({ title: text(), cells: few(made({ value: text(), className: text() })) })),
  })
}

type Center = Site['clouds'][number]['regions'][number]['dataCenters'][number]

function menu() {
  const item = {
    id: text(),
    item: text(),
    route: text(),
    deep_link: fc.boolean(),
    component: text(),
    hide_from_clouds: few(text()),
  }
  const withSubMenus = made({ ...item, sub_menus: few(made(item)) })
  const routes = fc
    .dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), text(), { noNullPrototype: true })
    .chain((byCloud) => text().map((commercial) => ({ ...byCloud, commercial })))
  return made({
    top_menu: few(made({ item: text(), route: fc.oneof(text(), routes) })),
    main_menu: few(fc.oneof(made(item), withSubMenus)),
  })
}

function threats(): fc.Arbitrary<Threats> {
  const count = () => fc.nat({ max: 2 ** 40 })
  const named = { category: fc.constantFrom(...THREAT_CATEGORIES), family: text() }
  return fc.nat({ max: 5 }).chain((days) =>
    made({
      counts: made({
        firstDay: fc.nat({ max: 20_000 }),
        lastDay: fc.option(fc.nat({ max: 20_000 }), { nil: undefined }),
        hasFigures: fc
          .array(fc.constantFrom(0, 1), { minLength: days, maxLength: days })
          .map((list) => Uint8Array.from(list)),
        cells: few(
          made({
            ...named,
            regionTid: id(),
            blocked: fc
              .array(count(), { minLength: days, maxLength: days })
              .map((list) => Float64Array.from(list)),
          }),
        ),
      }),
      origins: made({
        day: orNull(day()),
        total: count(),
        totals: made({ malware: count(), threat: count(), sandbox: count(), ba: count() }),
        flows: few(made({ country_code: text(), data_center_tid: id(), ...named, blocked: count() })),
      }),
    }),
  )
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
    clouds: ids(),
    services: ids(),
    dataCenters: ids(),
    updates: few(made({ id: id(), posted_on: moment(), status_id: id(), body: text() })),
    revisions: few(moment()),
  })
}
