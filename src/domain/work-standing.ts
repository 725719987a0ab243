import type { EventKind } from './calendar/event-kind.ts'

/** What a maintenance says of its time, under the names that records have everywhere. */
export interface WorkTimes {
  event_type: EventKind
  from_time: Date | null
  closed_on: Date | null
  actual_from_time: Date | null
}

export type WorkStanding =
  | 'ahead'
  | 'under-way'
  | 'over'
  /** Postponed or cancelled: it does not take place at the time that it names. */
  | 'put-off'

/**
 * Where a maintenance stands for readers. As an incident, it is under way until it is closed, whatever end was planned; staff
 * may begin it before its time.
 */
export function workStanding(work: WorkTimes, now: Date): WorkStanding {
  if (work.event_type === 'postponed') return 'put-off'
  if (work.event_type === 'completed' || work.closed_on !== null) return 'over'
  const begin = beginOf(work)
  return begin !== null && begin <= now ? 'under-way' : 'ahead'
}

function beginOf({ actual_from_time: really, from_time: planned }: WorkTimes) {
  return really ?? planned
}

/** When the next of them begins by time alone: until then nothing but a publication moves them. */
export function nextBeginning(works: readonly WorkTimes[], now: Date): Date | undefined {
  const ahead = works.filter((work) => workStanding(work, now) === 'ahead')
  const times = ahead.flatMap((work) => beginOf(work)?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
