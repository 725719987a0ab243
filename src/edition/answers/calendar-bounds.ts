import { firstDayOf, lastDayOf, monthAfter, monthOf } from '../../domain/calendar/month.ts'
import type { UtcDay } from '../../domain/time.ts'
import type { DatedEvent } from './gravest-by-day.ts'
import type { DaySpan } from './touched-days.ts'

/** A mistyped year must not create a calendar of a million days. */
const MOST_MONTHS_BACK = 25 * 12
const MOST_MONTHS_AHEAD = 5 * 12

/** Whole months from the oldest event to the last planned one. Always includes this month. */
export function calendarBounds(events: readonly Pick<DatedEvent, 'days'>[], today: UtcDay): DaySpan {
  const thisMonth = monthOf(today)
  let first = today
  let last = today
  for (const { days } of events) {
    first = Math.min(first, days.first)
    last = Math.max(last, days.last)
  }
  return {
    first: firstDayOf(monthOf(Math.max(first, firstDayOf(monthAfter(thisMonth, -MOST_MONTHS_BACK))))),
    last: lastDayOf(monthOf(Math.min(last, lastDayOf(monthAfter(thisMonth, MOST_MONTHS_AHEAD))))),
  }
}
