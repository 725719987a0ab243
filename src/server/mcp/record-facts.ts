import { incidentEnd } from '../../domain/incident-end.ts'
import { placeStateWords } from '../../domain/place-states.ts'
import { plainText } from '../../domain/plain-text.ts'
import { wholePostMortem } from '../../domain/post-mortem.ts'
import { workPhase } from '../../domain/work-phase.ts'
import { historyLines } from '../../edition/answers/history-lines.ts'
import { type Edition, statusName } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { affectedInWords, isAboutWholeCloud } from '../../edition/record-reach.ts'
import { whenOf } from '../../edition/record-shelf.ts'
import type { ToolView } from './mcp-tool.ts'

/** An incident may affect every data center. The full record lists all of them. */
const NAMED_AT_MOST = 20
const SUMMARY_AT_MOST = 500
const BODY_AT_MOST = 8_000
const UPDATE_AT_MOST = 2_000
const UPDATES_AT_MOST = 20

export function recordFacts(view: ToolView, record: EditionRecord) {
  const { edition, publicUrl } = view
  const { site } = edition
  const services = namesOf(site.services, record.services)
  const dataCenters = namesOf(site.dataCenters, record.dataCenters)
  const affected = affectedInWords(record, site.clouds)
  return {
    id: record.id,
    kind: record.kind,
    title: record.title,
    severity: site.severities.find(({ tid }) => tid === record.severity_tid)?.name ?? '',
    status: statusName(site, record.status_id),
    summary: shortened(plainText(record.summary), SUMMARY_AT_MOST),
    clouds: site.clouds
      .filter(({ id }) => record.clouds.includes(id))
      .map(({ machine_name }) => machine_name),
    affected,
    affects_whole_cloud: affected !== '' && isAboutWholeCloud(record),
    services: services.slice(0, NAMED_AT_MOST),
    services_count: services.length,
    data_centers: dataCenters.slice(0, NAMED_AT_MOST),
    data_centers_count: dataCenters.length,
    ...statesOf(view, record),
    ...timesOf(view, record),
    is_open: record.closed_on === null,
    next_update_at: record.next_update?.toISOString() ?? null,
    url: addressOf(edition, record, publicUrl),
  }
}

export function recordStory(view: ToolView, record: EditionRecord) {
  const updates = record.updates.toReversed()
  return {
    ...recordFacts(view, record),
    text: shortened(plainText(record.body), BODY_AT_MOST),
    customer_impact: record.customer_impact === null ? null : plainText(record.customer_impact),
    workaround: record.available_workaround === null ? null : plainText(record.available_workaround),
    cve_ids: record.cve_ids,
    cvss_score: record.cvss_score,
    cvss_vector: record.cvss_vector,
    updates: updates.slice(0, UPDATES_AT_MOST).map((update) => ({
      posted_at: update.posted_on.toISOString(),
      status: statusName(view.edition.site, update.status_id),
      text: shortened(plainText(update.body), UPDATE_AT_MOST),
    })),
    updates_count: updates.length,
    post_mortem: postMortemFacts(record),
    changes: historyLines(view.edition.site, record, undefined).map(({ at, text }) => ({ at, text })),
  }
}

function statesOf({ edition: { site } }: ToolView, { kind, closed_on, placeStates }: EditionRecord) {
  if (closed_on !== null || placeStates.length === 0) return {}
  const severities = new Map(site.severities.map(({ tid, name }) => [tid, name]))
  return {
    place_states: placeStates.slice(0, NAMED_AT_MOST).flatMap(({ place, tid, severity_tid }) => {
      const name = (place === 'service' ? site.services : site.dataCenters).get(tid)?.name
      const state = placeStateWords(kind, severity_tid, severities.get(severity_tid) ?? '')
      return name === undefined ? [] : [{ name, state }]
    }),
  }
}

function postMortemFacts({ postMortem }: EditionRecord) {
  if (postMortem === null) return null
  const { actions, ...parts } = wholePostMortem(postMortem.content)
  return {
    published_at: postMortem.published_on.toISOString(),
    updated_at: postMortem.updated_on?.toISOString() ?? null,
    what_happened: shortened(plainText(parts.what_happened), BODY_AT_MOST),
    impact: shortened(plainText(parts.impact), BODY_AT_MOST),
    why: shortened(plainText(parts.why), BODY_AT_MOST),
    what_we_do: shortened(plainText(parts.what_we_do), BODY_AT_MOST),
    actions,
  }
}

function timesOf({ now }: ToolView, record: EditionRecord) {
  const { kind, from_time, to_time, closed_on } = record
  if (kind === 'maintenance') {
    const { begin, end } = workTimes(record, now)
    return {
      begins_at: begin?.toISOString() ?? null,
      ends_at: end?.toISOString() ?? null,
      planned_from: from_time?.toISOString() ?? null,
      planned_until: to_time?.toISOString() ?? null,
    }
  }
  const end = kind === 'incident' ? incidentEnd({ to: to_time, closed: closed_on }) : to_time
  return { begins_at: new Date(whenOf(record)).toISOString(), ends_at: end?.toISOString() ?? null }
}

function workTimes(work: EditionRecord, now: Date) {
  const begin = work.actual_from_time ?? new Date(whenOf(work))
  switch (workPhase(work, now)) {
    case 'put-off':
      return { begin: null, end: null }
    case 'over':
      return { begin, end: work.actual_to_time ?? work.closed_on ?? work.to_time }
    case 'ahead':
    case 'under-way':
      return { begin, end: work.to_time !== null && work.to_time > now ? work.to_time : null }
  }
}

function namesOf(known: ReadonlyMap<number, { name: string }>, tids: readonly number[]) {
  return tids.flatMap((tid) => known.get(tid)?.name ?? [])
}

function addressOf({ site }: Edition, { id, kind, clouds }: EditionRecord, publicUrl: string) {
  const home = site.clouds.find((cloud) => clouds.includes(cloud.id)) ?? site.clouds[0]
  const segment = kind === 'notification' ? 'notification' : 'posts'
  return `${publicUrl}/${home?.domain ?? ''}/${segment}/${id}`
}

function shortened(text: string, most: number) {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
