import { EVENT_KINDS, type EventKind } from '../../domain/calendar/event-kind.ts'
import type { UtcDay } from '../../domain/time.ts'
import type { DaySpan } from './touched-days.ts'

export interface DatedEvent {
  kind: EventKind
  days: DaySpan
}

/** Only starts and ends are counted, so an event of years costs no more than one of an hour. */
export function gravestByDay(events: readonly DatedEvent[], bounds: DaySpan): Map<UtcDay, EventKind> {
  const changes = changesByKind(events, bounds)
  const open = changes.map(() => 0)
  const gravest = new Map<UtcDay, EventKind>()
  for (let day = bounds.first; day <= bounds.last; day++) {
    changes.forEach((change, rank) => {
      open[rank] = (open[rank] ?? 0) + (change[day - bounds.first] ?? 0)
    })
    const kind = EVENT_KINDS[open.findIndex((amount) => amount > 0)]
    if (kind !== undefined) gravest.set(day, kind)
  }
  return gravest
}

/** By rank, then by day: the change in the number of events from the day before. */
function changesByKind(events: readonly DatedEvent[], bounds: DaySpan): Int32Array[] {
  const changes = EVENT_KINDS.map(() => new Int32Array(bounds.last - bounds.first + 2))
  const ofKind = new Map(EVENT_KINDS.map((kind, rank) => [kind, changes[rank]]))
  for (const { kind, days } of events) {
    const from = Math.max(days.first, bounds.first) - bounds.first
    const to = Math.min(days.last, bounds.last) - bounds.first
    const change = ofKind.get(kind)
    if (change === undefined || from > to) continue
    change[from] = (change[from] ?? 0) + 1
    change[to + 1] = (change[to + 1] ?? 0) - 1
  }
  return changes
}
