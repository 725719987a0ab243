import { incidentEnd } from '../../domain/incident-end.ts'
import { newsOf, windowWords } from '../../domain/notifying/publication-words.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { Site } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'

/** An end, a reopening or a new window that an edit published. No update tells it. */
export interface EditNews {
  /** The same for the same news, for the id of an entry. */
  key: string
  at: Date
  words: string
  /** Whether it is how the record stands now. */
  isCurrent: boolean
}

type Statuses = Pick<Site, 'statuses'>

/** Oldest first. */
export function editNews(site: Statuses, record: EditionRecord): EditNews[] {
  if (record.kind === 'notification') return []
  const turns = turnsOf(site, record)
  return turns.length === 0
    ? movedPlan(record)
    : turns.map(({ isClosed, at, key }, index) => ({
        key: `${isClosed ? 'closed' : 'reopened'}-${key}`,
        at,
        words: isClosed ? endWords(site, record) : 'Reopened',
        isCurrent: index === turns.length - 1 && isClosed === (record.closed_on !== null),
      }))
}

/** The end of a closed record, if no update tells it. */
export function endByEdit(site: Statuses, record: EditionRecord): EditNews | undefined {
  return record.closed_on === null ? undefined : editNews(site, record).find(({ isCurrent }) => isCurrent)
}

interface Turn {
  isClosed: boolean
  at: Date
  key: number
}

function turnsOf(site: Statuses, record: EditionRecord): Turn[] {
  const noted = notedTurns(site, record)
  const present = presentTurn(site, record)
  return present === undefined || noted.at(-1)?.isClosed === present.isClosed ? noted : [...noted, present]
}

/** Every end and reopening of an incident, as far as its publications are known. */
function notedTurns(site: Statuses, { notices, updates }: EditionRecord): Turn[] {
  if (notices === null) return []
  const turns: Turn[] = []
  let since = notices.at[0] ?? 0
  for (const [index, at] of notices.at.entries()) {
    const isClosed = notices.is_closed[index] === true
    if (index === 0 || isClosed === notices.is_closed[index - 1]) continue
    const isTold = updates.some(
      ({ posted_on, status_id }) =>
        posted_on.getTime() > since && posted_on.getTime() <= at && closes(site, status_id) === isClosed,
    )
    if (!isTold) turns.push({ isClosed, at: new Date(at), key: at })
    since = at
  }
  return turns
}

/** The record is closed or open, and its last update says the opposite. */
function presentTurn(site: Statuses, record: EditionRecord): Turn | undefined {
  const { closed_on, updated_on, updates } = record
  const last = updates.at(-1)
  if (closed_on === null)
    return last !== undefined && closes(site, last.status_id)
      ? { isClosed: false, at: updated_on, key: last.id }
      : undefined
  const isSaid = last === undefined ? closed_on <= postingOf(record) : closes(site, last.status_id)
  if (isSaid) return undefined
  // Archived work may have a closing time in the future.
  return { isClosed: true, at: closed_on < updated_on ? closed_on : updated_on, key: closed_on.getTime() }
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

/** The window is part of the key, so that fixing a typo doesn't repeat it. */
function movedPlan(record: EditionRecord): EditNews[] {
  const { kind, closed_on, from_time, to_time, updated_on, updates, rewrites } = record
  const said = updates.at(-1)?.posted_on ?? postingOf(record)
  if (kind !== 'maintenance' || closed_on !== null || from_time === null) return []
  if (rewrites === 0 || updated_on <= said) return []
  return [
    {
      key: `planned-${from_time.getTime()}-${to_time?.getTime() ?? ''}`,
      at: updated_on,
      words: newsOf({ kind, step: 'updated', notificationType: null }),
      isCurrent: true,
    },
  ]
}

export function postingOf({ posted_on, created_at }: Pick<EditionRecord, 'posted_on' | 'created_at'>): Date {
  return posted_on ?? created_at
}

export interface StandingPart {
  words: string
  at?: Date
}

/** Status and times in the words of its page: `Service Disruption, Resolved`, `Started at`, `Ended at`. */
export function standingParts(
  { statuses, severities }: Pick<Site, 'statuses' | 'severities'>,
  record: EditionRecord,
): StandingPart[] {
  const { kind, closed_on, from_time, to_time } = record
  const status = statuses.find(({ id }) => id === record.status_id)?.name ?? ''
  switch (kind) {
    case 'incident': {
      const severity = severities.find(({ tid }) => tid === record.severity_tid)?.name ?? ''
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

/** `Planned 05 Mar 2026 22:00 to 06 Mar 2026 02:00 UTC`. */
export function planParts({ kind, event_type, from_time, to_time }: EditionRecord): StandingPart[] {
  if (kind !== 'maintenance' || from_time === null) return []
  const window = windowWords({
    from_time: from_time.toISOString(),
    to_time: to_time?.toISOString() ?? null,
  })
  return [{ words: `${event_type === 'postponed' ? 'Was planned for' : 'Planned'} ${window}` }]
}

/** Only times that differ from the plan. */
function actualParts({ from_time, to_time, actual_from_time, actual_to_time }: EditionRecord) {
  const isOther = (actual: Date | null, planned: Date | null) =>
    planned === null || Math.abs((actual?.getTime() ?? 0) - planned.getTime()) >= MINUTE_MS
  return [
    ...(isOther(actual_from_time, from_time) ? timed('Actual start', actual_from_time) : []),
    ...(isOther(actual_to_time, to_time) ? timed('Actual end', actual_to_time) : []),
  ]
}

function timed(words: string, at: Date | null): StandingPart[] {
  return at === null ? [] : [{ words, at }]
}
