import type { PostRecord } from '../../contract/records.ts'
import type { PublishedPostMortem } from '../../db/post-mortems.ts'
import { factsOf } from '../../domain/csaf/advisory-facts.ts'
import { isHttpsAddress } from '../../domain/csaf/check-advisory.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { ownSeverity } from '../../domain/place-states.ts'
import { wholePostMortem } from '../../domain/post-mortem.ts'
import { fieldNames, PAGE_TEXTS, type PageTextName } from '../../domain/record-fields.ts'
import { safeRedirect, sitePath } from '../../domain/site-path.ts'
import { type Site, type SiteCloud, statusName } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { helpOnCloud, recordWithHelp } from '../help-on-cloud.ts'
import { severityOn } from '../record-reach.ts'
import type { AnswerContext } from './answer-outcome.ts'
import { historyLines } from './history-lines.ts'

export function recordOfPath(path: string): number | undefined {
  const { pathname } = new URL(path, NOWHERE)
  const id = RECORD_PATH.exec(decoded(pathname))?.[1]
  return id === undefined ? undefined : Number(id)
}

const NOWHERE = 'https://site.invalid'
const RECORD_PATH = /^(?:\/[^/]+)?\/(?:posts|notification)\/([1-9]\d*)\/*$/

function decoded(pathname: string) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

const PAGE_TEXT_NAMES = fieldNames(PAGE_TEXTS)

export function presentRecord(
  context: AnswerContext,
  published: EditionRecord,
  { cloud }: { cloud: SiteCloud | undefined },
): PostRecord {
  const { edition, deployment } = context
  const { site } = edition
  const record = recordWithHelp(published, helpOnCloud(edition, cloud, deployment.isGov))
  const changes = historyLines(site, record, cloud)
  return {
    id: record.id,
    title: record.title,
    alias: record.alias,
    summary: record.summary,
    body: record.body,
    status: statusName(site, record.status_id),
    severityId:
      cloud === undefined || record.closed_on !== null ? record.severity_tid : severityOn(record, cloud),
    event_type: record.event_type,
    post_type: record.kind,
    ...present({
      notification_type: record.notification_type,
      incident_type: record.incident_type,
      type: record.type,
      updated_by: record.updated_by,
      resolved_by: record.resolved_by,
      author: record.author,
      created_by: record.created_by,
      ...pageTexts(record),
      redirect: redirectOf(context, record),
      cve_ids: record.cve_ids.length === 0 ? null : record.cve_ids,
      cvss_score: record.cvss_score,
      cvss_vector: record.cvss_vector,
      ...factsForReaders(record),
    }),
    tags: record.tags,
    clusters: record.clusters,
    clouds: site.clouds
      .filter((cloud) => record.clouds.includes(cloud.id))
      .map((cloud) => cloud.machine_name),
    services: placesNamed(site.services, record.services, statesAt(record, 'service')),
    datacenters: placesNamed(site.dataCenters, record.dataCenters, statesAt(record, 'data-center')),
    created: record.created_at.toISOString(),
    posted_on: (record.posted_on ?? record.created_at).toISOString(),
    closed_on: iso(record.closed_on),
    fromTime: iso(record.from_time),
    toTime: iso(record.to_time),
    ...present({
      actual_from_time: record.actual_from_time?.toISOString(),
      actual_to_time: record.actual_to_time?.toISOString(),
    }),
    updated_on: record.updated_on.toISOString(),
    next_update: iso(record.next_update),
    updates: record.updates.map((update) => ({
      id: update.id,
      posted_on: update.posted_on.toISOString(),
      status: statusName(site, update.status_id),
      body: update.body,
    })),
    ...(changes.length > 0 && { changes }),
    ...(record.postMortem !== null && { post_mortem: presentPostMortem(record.postMortem) }),
  }
}

function presentPostMortem({ content, published_on, updated_on }: PublishedPostMortem) {
  return {
    ...wholePostMortem(content),
    published_on: published_on.toISOString(),
    updated_on: iso(updated_on),
  }
}

function pageTexts(record: EditionRecord): Record<PageTextName, string | null> {
  const texts = PAGE_TEXT_NAMES.map((name) => [name, record[name]])
  return Object.fromEntries(texts) as Record<PageTextName, string | null>
}

/** Drops invalid URLs: a draft preview shows them before they are validated. */
function factsForReaders({ advisory }: EditionRecord) {
  const { product_status, remediations, references } = factsOf(advisory)
  const toFollow = references.filter(({ url }) => isHttpsAddress(url))
  return {
    product_status,
    remediations:
      remediations.length === 0
        ? null
        : remediations.map(({ category, details, url }) => ({
            category,
            details,
            url: url !== null && isHttpsAddress(url) ? url : null,
          })),
    references: toFollow.length === 0 ? null : toFollow,
  }
}

/** G-11: the redirect target of a record, unless the redirect chain leads back to it. */
export function redirectOf(context: AnswerContext, record: EditionRecord): string | undefined {
  const target = allowedTarget(context, record)
  return target === undefined || leadsBack(context, record) ? undefined : target
}

function leadsBack(context: AnswerContext, record: EditionRecord) {
  const { byId } = context.edition.records
  const passed = new Set<number>()
  let at: EditionRecord | undefined = record
  while (at !== undefined && !passed.has(at.id)) {
    passed.add(at.id)
    const path = sitePath(allowedTarget(context, at))
    const next: number | undefined = path === undefined ? undefined : recordOfPath(path)
    if (next === record.id) return true
    at = next === undefined ? undefined : byId.get(next)
  }
  return false
}

function allowedTarget({ edition, deployment }: AnswerContext, { redirect }: EditionRecord) {
  if (redirect === null) return undefined
  return safeRedirect(redirect, [...deployment.redirectHosts, ...helpHosts(edition.site)])
}

function helpHosts({ provider }: Site) {
  return [provider.help_url, provider.gov_help_url].flatMap((url) => parseUrl(url)?.host ?? [])
}

export function placesNamed(
  known: ReadonlyMap<number, { tid: number; name: string }>,
  tids: readonly number[],
  ownAt: (tid: number) => number | undefined,
) {
  return tids.flatMap((tid) => {
    const place = known.get(tid)
    const own = ownAt(tid)
    return place === undefined
      ? []
      : [{ tid, name: place.name, ...(own !== undefined && { severityId: own }) }]
  })
}

export function statesAt({ closed_on, placeStates }: EditionRecord, place: PlaceKind) {
  return (tid: number) => (closed_on === null ? ownSeverity(placeStates, place, tid) : undefined)
}

function iso(moment: Date | null) {
  return moment?.toISOString() ?? null
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> }

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field !== null && field !== undefined),
  ) as Present<T>
}
