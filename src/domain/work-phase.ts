import type { EventKind } from './calendar/event-kind.ts'
import { hasHappened, startOfMinute } from './time.ts'

export interface WorkTimes {
  event_type: EventKind
  from_time: Date | null
  closed_on: Date | null
  actual_from_time: Date | null
}

export type WorkPhase =
  | 'ahead'
  | 'under-way'
  | 'over'
  /** Postponed or canceled: it doesn't take place at its time. */
  | 'put-off'

/**
 * Like an incident, maintenance is under way until closed, whatever end was planned. Staff may start it
 * early.
 */
export function workPhase(work: WorkTimes, now: Date): WorkPhase {
  if (work.event_type === 'postponed') return 'put-off'
  if (!isUnfinished(work)) return 'over'
  const begin = beginOf(work)
  return begin !== null && hasHappened(begin.getTime(), now) ? 'under-way' : 'ahead'
}

/** Ahead or under way; which of the two depends only on the clock. */
export function isUnfinished({
  event_type,
  closed_on,
}: Pick<WorkTimes, 'event_type' | 'closed_on'>): boolean {
  return event_type !== 'postponed' && event_type !== 'completed' && closed_on === null
}

function beginOf({ actual_from_time: really, from_time: planned }: WorkTimes) {
  return really ?? planned
}

/** Until then only a publication changes the phases. */
export function nextBeginning(works: readonly WorkTimes[], now: Date): Date | undefined {
  const ahead = works.filter((work) => workPhase(work, now) === 'ahead')
  const times = ahead.flatMap((work) => beginOf(work)?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(startOfMinute(Math.min(...times)))
}
