import type { ListGroup } from '../../contract/records.ts'
import { hasHappened, startOfMinute } from '../../domain/time.ts'
import { type WorkTimes, workPhase } from '../../domain/work-phase.ts'

interface Grouped<Work> {
  work: Work
  group: ListGroup
}

/**
 * `works` are sorted newest first. `until` is the next time at which time alone moves one to another group.
 */
export function maintenanceGroups<Work extends WorkTimes>(
  works: readonly Work[],
  now: Date,
): { grouped: Grouped<Work>[]; until: Date | undefined } {
  const all = works.map((work) => ({ work, group: groupOf(work, now) }))
  const of = (wanted: ListGroup) => all.filter(({ group }) => group === wanted)
  const upcoming = of('upcoming').sort((a, b) => beginOf(a.work) - beginOf(b.work))
  const next = upcoming.map(({ work }) => beginOf(work)).find(Number.isFinite)
  return {
    grouped: [...of('in_progress'), ...upcoming, ...of('past')],
    until: next === undefined ? undefined : new Date(startOfMinute(next)),
  }
}

function groupOf(work: WorkTimes, now: Date): ListGroup {
  switch (workPhase(work, now)) {
    case 'under-way':
      return 'in_progress'
    case 'ahead':
      return 'upcoming'
    case 'over':
      return 'past'
    // Readers who planned for postponed work look for it at its old place until that time has passed.
    case 'put-off':
      return work.actual_from_time === null &&
        work.from_time !== null &&
        !hasHappened(work.from_time.getTime(), now)
        ? 'upcoming'
        : 'past'
  }
}

function beginOf({ actual_from_time, from_time }: WorkTimes): number {
  return (actual_from_time ?? from_time)?.getTime() ?? Number.POSITIVE_INFINITY
}
