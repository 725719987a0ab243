import { factsOf } from '../csaf/advisory-facts.ts'
import { isHttpsAddress } from '../csaf/check-advisory.ts'
import { type HelpSites, helpLinks } from '../help-links.ts'
import type { PlaceKind } from '../place-address.ts'
import { ownSeverity, type PlaceState } from '../place-states.ts'
import { wholePostMortem } from '../post-mortem.ts'
import { historyOf, type PlaceNames } from '../record-changes.ts'
import { fieldNames, PAGE_TEXTS } from '../record-fields.ts'
import { canonicalJson } from './log-entry.ts'

type Json = Readonly<Record<string, unknown>>

export interface LoggedFacts extends HelpSites {
  clouds: readonly { id: number; title: string; machine_name: string; domain: string }[]
  services: readonly { tid: number; name: string; cloud_id: number }[]
  data_centers: readonly { tid: number; name: string; clouds: readonly number[] }[]
  severities: readonly { tid: number; name: string }[]
  statuses: readonly { id: number; name: string }[]
}

/** Field names in the log, by their names in the public API. */
const SAME_FIELDS = {
  id: 'id',
  post_type: 'kind',
  title: 'title',
  alias: 'alias',
  summary: 'summary',
  event_type: 'event_type',
  notification_type: 'notification_type',
  incident_type: 'incident_type',
  type: 'type',
  updated_by: 'updated_by',
  resolved_by: 'resolved_by',
  author: 'author',
  created_by: 'created_by',
  cvss_score: 'cvss_score',
  cvss_vector: 'cvss_vector',
  tags: 'tags',
  clusters: 'clusters',
  created: 'created_at',
  closed_on: 'closed_on',
  fromTime: 'from_time',
  toTime: 'to_time',
  actual_from_time: 'actual_from_time',
  actual_to_time: 'actual_to_time',
  updated_on: 'updated_on',
  next_update: 'next_update',
  ...Object.fromEntries(fieldNames(PAGE_TEXTS).map((name) => [name, name])),
}

/**
 * By its name in the public API. The log has numbers where the site shows names; the facts of the site
 * connect them.
 */
export function differenceOf(shown: Json, face: Json, facts: LoggedFacts): string | undefined {
  const expected = Object.entries(SAME_FIELDS).map(([name, logged]) => [name, face[logged]] as const)
  const simple = expected.find(([name, value]) => !isSame(shown[name] ?? null, value ?? null))
  if (simple !== undefined) return simple[0]
  if (!severitiesOf(face).includes(shown.severityId as number)) return 'severityId'
  if (!isSame(shown.posted_on, face.posted_on ?? face.created_at)) return 'posted_on'
  if (!isSame(shown.cve_ids ?? [], face.cve_ids ?? [])) return 'cve_ids'
  if (shown.redirect !== undefined && !isAddressOf(shown.redirect, face.redirect, facts)) return 'redirect'
  const statusOf = (id: unknown) => facts.statuses.find((status) => status.id === id)?.name ?? ''
  if (shown.status !== statusOf(face.status_id)) return 'status'
  if (!isSame(asSet(shown.clouds), cloudsOf(face, facts))) return 'clouds'
  if (!isSame(shown.services, named(face, 'service', facts))) return 'services'
  if (!isSame(shown.datacenters, named(face, 'data-center', facts))) return 'datacenters'
  // On government clouds, links to the help site lead to another one. All links must follow the same rule.
  const isBodyAsLogged = [false, true].some((isGov) => {
    const help = helpLinks(facts, isGov)
    const updates = (face.updates as Json[]).map(({ id, posted_on, status_id, body }) => ({
      id,
      posted_on,
      status: statusOf(status_id),
      body: help.html(String(body)),
    }))
    return shown.body === help.html(String(face.body)) && isSame(shown.updates, updates)
  })
  if (!isBodyAsLogged) return isTextOf(shown.body, face.body, facts) ? 'updates' : 'body'
  if (!isPostMortemAsLogged(shown, face, facts)) return 'post_mortem'
  if (!areAdvisoryFactsAsLogged(shown, face, facts)) return 'advisory'
  return areChangesAsLogged(shown, face, facts) ? undefined : 'changes'
}

/** On a cloud, an open record has the gravest severity of its places there. */
function severitiesOf(face: Json): number[] {
  const own = face.closed_on === null ? ((face.place_states ?? []) as PlaceState[]) : []
  return [face.severity_tid as number, ...own.map(({ severity_tid }) => severity_tid)]
}

function isTextOf(shown: unknown, logged: unknown, facts: LoggedFacts) {
  return [false, true].some((isGov) => shown === helpLinks(facts, isGov).html(String(logged)))
}

function isPostMortemAsLogged(shown: Json, face: Json, facts: LoggedFacts): boolean {
  const logged = face.post_mortem as {
    content: object
    published_on: string
    updated_on: string | null
  } | null
  if (logged === null || logged === undefined) return shown.post_mortem === undefined
  const { content, ...times } = logged
  return [false, true].some((isGov) => {
    const whole = wholePostMortem(content as never)
    const mapped = Object.entries(whole).map(([name, part]) => [
      name,
      typeof part === 'string' ? helpLinks(facts, isGov).html(part) : part,
    ])
    return isSame(shown.post_mortem, { ...Object.fromEntries(mapped), ...times })
  })
}

function areAdvisoryFactsAsLogged(shown: Json, face: Json, facts: LoggedFacts): boolean {
  const { product_status, remediations, references } = factsOf(face.advisory as never)
  return [false, true].some((isGov) => {
    const { address } = helpLinks(facts, isGov)
    const remedies = remediations.map(({ category, details, url }) => ({
      category,
      details,
      url: url !== null && isHttpsAddress(url) ? address(url) : null,
    }))
    const sources = references
      .filter(({ url }) => isHttpsAddress(url))
      .map((source) => ({ ...source, url: address(source.url) }))
    return (
      isSame(shown.product_status ?? null, product_status ?? null) &&
      isSame(shown.remediations ?? [], remedies) &&
      isSame(shown.references ?? [], sources)
    )
  })
}

/** On a cloud it names only the places of that cloud. */
function areChangesAsLogged(shown: Json, face: Json, facts: LoggedFacts): boolean {
  const dated = <T extends Json>(rows: unknown, ...names: string[]) =>
    (rows as T[]).map((row) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [name, new Date(String(row[name]))])),
    }))
  const past = {
    kind: face.kind,
    changes: dated(face.changes, 'made_on'),
    removedUpdates: dated(face.removed_updates, 'posted_on', 'removed_on'),
    postMortem: face.post_mortem ? (dated([face.post_mortem], 'published_on')[0] ?? null) : null,
  } as unknown as Parameters<typeof historyOf>[0]
  return [undefined, ...facts.clouds].some((cloud) =>
    isSame(shown.changes ?? [], historyOf(past, namesOn(facts, cloud?.id))),
  )
}

function namesOn({ services, data_centers, severities }: LoggedFacts, cloud: number | undefined): PlaceNames {
  const isHere = (clouds: readonly number[]) => cloud === undefined || clouds.includes(cloud)
  const namesById = (places: readonly { tid: number; name: string }[]) => {
    const names = new Map(places.map(({ tid, name }) => [tid, name]))
    return (tid: number) => names.get(tid)
  }
  return {
    service: namesById(services.filter(({ cloud_id }) => isHere([cloud_id]))),
    dataCenter: namesById(data_centers.filter(({ clouds }) => isHere(clouds))),
    severity: namesById(severities),
  }
}

function cloudsOf({ clouds }: Json, facts: LoggedFacts) {
  const ids = clouds as number[]
  return asSet(facts.clouds.flatMap(({ id, machine_name }) => (ids.includes(id) ? machine_name : [])))
}

function named(face: Json, kind: PlaceKind, { services, data_centers }: LoggedFacts) {
  const tids = (kind === 'service' ? face.services : face.data_centers) as number[]
  const known = kind === 'service' ? services : data_centers
  const states = (face.closed_on === null ? (face.place_states ?? []) : []) as PlaceState[]
  return tids.flatMap((tid) => {
    const name = known.find((each) => each.tid === tid)?.name
    const own = ownSeverity(states, kind, tid)
    return name === undefined ? [] : { tid, name, ...(own !== undefined && { severityId: own }) }
  })
}

function isAddressOf(shown: unknown, logged: unknown, facts: LoggedFacts) {
  return [false, true].some((isGov) => shown === helpLinks(facts, isGov).address(String(logged)))
}

function asSet(names: unknown) {
  return [...(names as string[])].toSorted()
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null)
}
