import { firstDayOf, lastDayOf, monthAfter, monthOf, weekdayOf } from '../../domain/calendar/month.ts'
import type { UtcDay } from '../../domain/time.ts'

const SUNDAY = 6
const DAYS_PER_WEEK = 7

export function dayAfterKey(day: UtcDay, key: string): UtcDay | undefined {
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - DAYS_PER_WEEK
    case 'ArrowDown':
      return day + DAYS_PER_WEEK
    case 'Home':
      return day - weekdayOf(day)
    case 'End':
      return day - weekdayOf(day) + SUNDAY
    case 'PageUp':
      return sameDayOfMonth(day, -1)
    case 'PageDown':
      return sameDayOfMonth(day, 1)
    default:
      return undefined
  }
}

function sameDayOfMonth(day: UtcDay, months: number) {
  const month = monthOf(day)
  const other = monthAfter(month, months)
  return Math.min(firstDayOf(other) + day - firstDayOf(month), lastDayOf(other))
}
