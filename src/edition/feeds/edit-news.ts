import { incidentEnd } from '../../domain/incident-end.ts'
import { newsOf, windowWords } from '../../domain/notifying/publication-words.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { Site, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { severityOn } from '../record-reach.ts'

/** An end or a reopening that was published by an edit, without an update. */
export interface EditNews {
  /** Stable, because it is part of the id of an entry. */
  key: string
  at: Date
  words: string
  isCurrent: boolean
}

type Statuses = Pick<Site, 'statuses'>

/** Oldest first. */
export function editNews(site: Statuses, record: EditionRecord): EditNews[] {
  if (record.kind === 'notification') return []
  const turns = record.notices === null ? presentEnd(site, record) : noticedTurns(site, record)
  return turns.flatMap(({ isClosed, isReportedByUpdate, at, key }, index) => {
    if (isReportedByUpdate) return []
    const words = isClosed ? endWords(site, record) : 'Reopened'
    const isCurrent = index === turns.length - 1 && isClosed === (record.closed_on !== null)
    return { key, at, words, isCurrent }
  })
}

export function endByEdit(site: Statuses, record: EditionRecord): EditNews | undefined {
  return record.closed_on === null ? undefined : editNews(site, record).find(({ isCurrent }) => isCurrent)
}

interface Turn {
  isClosed: boolean
  isReportedByUpdate: boolean
  at: Date
  key: string
}

function noticedTurns(site: Statuses, { notices, updates }: EditionRecord): Turn[] {
  if (notices === null) return []
  const turns: Turn[] = []
  // Updates may be backdated, even to before the first publication.
  let reportedUntil = Number.NEGATIVE_INFINITY
  for (const [index, at] of notices.at.entries()) {
    const isClosed = notices.is_closed[index] === true
    if (index === 0 || isClosed === notices.is_closed[index - 1]) continue
    const telling = updates.findLast(
      ({ posted_on, status_id }) =>
        posted_on.getTime() > reportedUntil &&
        posted_on.getTime() <= at &&
        closes(site, status_id) === isClosed,
    )
    const key = `${isClosed ? 'closed' : 'reopened'}-${at}`
    turns.push({ isClosed, isReportedByUpdate: telling !== undefined, at: new Date(at), key })
    reportedUntil = telling?.posted_on.getTime() ?? at
  }
  return turns
}

/** For a record whose publications are not known one by one. */
function presentEnd(site: Statuses, record: EditionRecord): Turn[] {
  const { closed_on, updated_on, updates } = record
  if (closed_on === null) return []
  const last = updates.at(-1)
  const isReportedByUpdate =
    last === undefined ? closed_on <= postingOf(record) : closes(site, last.status_id)
  // Archived work may have a closing time in the future.
  const at = closed_on < updated_on ? closed_on : updated_on
  return [{ isClosed: true, isReportedByUpdate, at, key: 'closed' }]
}

function closes({ statuses }: Statuses, statusId: number): boolean {
  return statuses.find(({ id }) => id === statusId)?.isClosed === true
}

function endWords({ statuses }: Statuses, { kind, event_type, status_id, notification_type }: EditionRecord) {
  const awaitsWindow = statuses.find(({ id }) => id === status_id)?.class === 'postponed'
  const putOff = awaitsWindow ? 'postponed' : 'cancelled'
  const step = kind === 'maintenance' && event_type === 'postponed' ? putOff : 'resolved'
  return newsOf({ kind, step, notificationType: notification_type })
}

export function postingOf({ posted_on, created_at }: Pick<EditionRecord, 'posted_on' | 'created_at'>): Date {
  return posted_on ?? created_at
}

export interface StatePart {
  words: string
  at?: Date
}

export function stateParts(
  { statuses, severities }: Pick<Site, 'statuses' | 'severities'>,
  record: EditionRecord,
  cloud: SiteCloud | undefined,
): StatePart[] {
  const { kind, closed_on, from_time, to_time } = record
  const status = statuses.find(({ id }) => id === record.status_id)?.name ?? ''
  switch (kind) {
    case 'incident': {
      const severityTid =
        cloud === undefined || closed_on !== null ? record.severity_tid : severityOn(record, cloud)
      const severity = severities.find(({ tid }) => tid === severityTid)?.name ?? ''
      return [
        { words: [severity, status].filter((name) => name !== '').join(', ') },
        ...timed('Started at', from_time),
        ...timed('Ended at', incidentEnd({ to: to_time, closed: closed_on })),
      ]
    }
    case 'maintenance':
      return [{ words: status }, ...planParts(record), ...actualParts(record)]
    case 'advisory':
      return [{ words: status }, ...timed('Closed at', closed_on)]
    case 'notification':
      return []
  }
}

function planParts({ kind, event_type, from_time, to_time }: EditionRecord): StatePart[] {
  if (kind !== 'maintenance' || from_time === null) return []
  const window = windowWords({
    from_time: from_time.toISOString(),
    to_time: to_time?.toISOString() ?? null,
  })
  return [{ words: `${event_type === 'postponed' ? 'Was planned for' : 'Planned'} ${window}` }]
}

function actualParts({ from_time, to_time, actual_from_time, actual_to_time }: EditionRecord) {
  const isOther = (actual: Date | null, planned: Date | null) =>
    planned === null || Math.abs((actual?.getTime() ?? 0) - planned.getTime()) >= MINUTE_MS
  return [
    ...(isOther(actual_from_time, from_time) ? timed('Actual start', actual_from_time) : []),
    ...(isOther(actual_to_time, to_time) ? timed('Actual end', actual_to_time) : []),
  ]
}

function timed(words: string, at: Date | null): StatePart[] {
  return at === null ? [] : [{ words, at }]
}
