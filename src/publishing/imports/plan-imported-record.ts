import { escapeText } from '../../domain/escape-html.ts'
import { htmlOfMarkdown } from '../../domain/markdown.ts'
import { gravityOf, statesAfterStep } from '../../domain/place-states.ts'
import type { LeftOut } from './plan-statuspage.ts'
import type { ImportedIncident, ImportedUpdate } from './statuspage-data.ts'
import { type StatusClass, severityOfComponent, severityOfImpact, statusClassOf } from './statuspage-words.ts'

export interface PlannedRecord {
  externalId: string
  kind: 'incident' | 'maintenance'
  title: string
  /** Unsanitized HTML, like the bodies of the updates. */
  body: string
  statusId: number
  severityTid: number
  postedOn: Date
  closedOn: Date | null
  fromTime: Date
  toTime: Date | null
  updatedOn: Date
  /** Oldest first. */
  updates: { postedOn: Date; statusId: number; body: string }[]
  postmortem: { postedOn: Date; body: string } | undefined
  serviceExternalIds: string[]
  /** For an open incident: services in another state than the incident itself. */
  states: { externalId: string; severityTid: number }[]
  said: { status: string; impact: string }
}

interface Around {
  kind: 'incident' | 'maintenance'
  statusOf: (wanted: StatusClass) => { id: number; isClosed: boolean } | undefined
  /** For each component in this import, the first one that becomes the same service. */
  known: ReadonlyMap<string, string>
  now: Date
}

const TITLE_AT_MOST = 300

/** Its first text is the body, the rest its history. */
export function planRecord(
  incident: ImportedIncident,
  { kind, statusOf, known, now }: Around,
): { record: PlannedRecord | undefined; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const skip = (reason: string) => ({
    record: undefined,
    leftOut: [...leftOut, { what: kind, name: incident.name, reason }],
  })
  const title = incident.name.trim().slice(0, TITLE_AT_MOST)
  if (title === '') return skip('It has no name.')
  const status = ownStatus(incident.status, kind, statusOf)
  if (status === undefined) return skip(`Unknown status "${incident.status}".`)
  const times = timesOf(incident, kind)
  if (times === undefined) return skip('One of its times is invalid.')
  if (times.postedOn > now) return skip('It was created in the future.')

  const { postmortem, others, reason } = postmortemOf(incident)
  if (reason !== undefined) leftOut.push({ what: 'post-mortem', name: title, reason })
  const [first, ...rest] = oldestFirst(others)
  const updates = rest.flatMap((update) => {
    const own = ownStatus(update.status, kind, statusOf) ?? status
    const body = textToHtml(update.body ?? '')
    if (body !== '') return [{ postedOn: timeOf(update), statusId: own.id, body }]
    leftOut.push({ what: 'update', name: title, reason: 'One of its updates has no text.' })
    return []
  })
  const isClosed = status.isClosed
  const severityTid = severityOfImpact(kind === 'maintenance' ? 'maintenance' : incident.impact)
  const components = (incident.components ?? []).filter(({ id }) => known.has(id))
  return {
    leftOut,
    record: {
      externalId: incident.id,
      kind,
      title,
      body: textToHtml(first?.body ?? ''),
      statusId: status.id,
      severityTid,
      ...times,
      closedOn: isClosed ? (times.closedOn ?? times.updatedOn) : null,
      updates,
      postmortem,
      said: { status: incident.status, impact: incident.impact ?? 'none' },
      serviceExternalIds: components.map(({ id }) => id),
      states: kind === 'maintenance' ? [] : statesOf(components, { known, severityTid, isClosed }),
    },
  }
}

/**
 * A service that several components become gets the highest severity of them. Dropped if the places
 * together contradict the incident, such as when it is more severe than all of them.
 */
function statesOf(
  components: readonly { id: string; status?: string | null | undefined }[],
  { known, severityTid, isClosed }: Pick<Around, 'known'> & { severityTid: number; isClosed: boolean },
): PlannedRecord['states'] {
  if (isClosed) return []
  const services = [...new Set(components.map(({ id }) => known.get(id) ?? id))]
  const said = services.flatMap((service, tid) => {
    const own = components
      .filter(({ id }) => known.get(id) === service)
      .map(({ status }) => severityOfComponent(status) ?? severityTid)
      .toSorted((a, b) => gravityOf(b) - gravityOf(a))[0]
    return own === undefined ? [] : [{ place: 'service' as const, tid, severity_tid: own }]
  })
  const states = statesAfterStep(said, {
    kind: 'incident',
    severity_tid: severityTid,
    services: services.map((_, tid) => tid),
    data_centers: [],
    isClosed,
  })
  return states.flatMap(({ tid, severity_tid }) =>
    components
      .filter(({ id }) => known.get(id) === services[tid])
      .map(({ id }) => ({ externalId: id, severityTid: severity_tid })),
  )
}

/**
 * The post-mortem and the other updates. The public API has it as the last update, the export as a field of its own,
 * both in Markdown. One that isn't published there doesn't become public here.
 */
function postmortemOf(incident: ImportedIncident): {
  postmortem: PlannedRecord['postmortem']
  others: readonly ImportedUpdate[]
  reason?: string
} {
  const updates = incident.incident_updates ?? []
  const others = updates.filter(({ status }) => status !== 'postmortem')
  const [update] = oldestFirst(updates.filter(({ status }) => status === 'postmortem')).toReversed()
  const written = (incident.postmortem_body ?? '').trim()
  if (update !== undefined && (update.body ?? '').trim() !== '')
    return { postmortem: { postedOn: timeOf(update), body: htmlOfWritten(update.body ?? '') }, others }
  if (written === '') return { postmortem: undefined, others }
  if (incident.postmortem_published_at == null)
    return { postmortem: undefined, others, reason: 'Its post-mortem is not published there.' }
  const postedOn = new Date(incident.postmortem_published_at)
  return { postmortem: { postedOn, body: htmlOfWritten(written) }, others }
}

function htmlOfWritten(text: string) {
  return looksLikeHtml(text) ? textToHtml(text) : htmlOfMarkdown(text)
}

/** A finished maintenance is completed, whatever word the page used. */
function ownStatus(word: string, kind: Around['kind'], statusOf: Around['statusOf']) {
  const own = statusClassOf(word)
  if (own === undefined) return undefined
  return statusOf(kind === 'maintenance' && own === 'resolved' ? 'completed' : own)
}

function timesOf(incident: ImportedIncident, kind: Around['kind']) {
  const isPlanned = kind === 'maintenance'
  const postedOn = new Date(incident.created_at)
  const began = new Date((isPlanned ? incident.scheduled_for : incident.started_at) ?? incident.created_at)
  const ended = incident.resolved_at == null ? null : later(new Date(incident.resolved_at), began)
  const until = isPlanned && incident.scheduled_until != null ? new Date(incident.scheduled_until) : null
  const updatedOn = new Date(incident.updated_at ?? incident.resolved_at ?? incident.created_at)
  const all = [
    postedOn,
    began,
    updatedOn,
    ...(ended === null ? [] : [ended]),
    ...(until === null ? [] : [until]),
  ]
  if (all.some((time) => Number.isNaN(time.getTime()))) return undefined
  return {
    postedOn,
    fromTime: began,
    toTime: until === null ? null : later(until, began),
    closedOn: ended,
    updatedOn: later(updatedOn, postedOn),
  }
}

function later(one: Date, other: Date) {
  return one > other ? one : other
}

function oldestFirst(updates: readonly ImportedUpdate[]) {
  return updates
    .filter((update) => !Number.isNaN(timeOf(update).getTime()))
    .toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime())
}

function timeOf({ display_at, created_at }: ImportedUpdate) {
  return new Date(display_at ?? created_at)
}

export function textToHtml(text: string): string {
  const written = text.replaceAll('\r\n', '\n').trim()
  if (written === '' || looksLikeHtml(written)) return written
  return written
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

function looksLikeHtml(text: string) {
  return LOOKS_LIKE_HTML.test(text)
}

const LOOKS_LIKE_HTML = /<(p|br|a|b|i|em|strong|ul|ol|li|h[1-6]|code|pre|div|span)\b[^>]*>/i
