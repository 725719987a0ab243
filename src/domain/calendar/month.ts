import { dayFromName, dayName, type UtcDay, utcDay } from '../time.ts'

/** `2026-11` */
export type Month = string

const MONTH_LENGTH = 'YYYY-MM'.length
const DAYS_PER_WEEK = 7
/** January 1, 1970 was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 3

export function monthOf(day: UtcDay): Month {
  return dayName(day).slice(0, MONTH_LENGTH)
}

export function firstDayOf(month: Month): UtcDay {
  return dayFromName(`${month}-01`)
}

export function lastDayOf(month: Month): UtcDay {
  return utcDay(momentOf(month, 1)) - 1
}

export function monthAfter(month: Month, months: number): Month {
  return monthOf(utcDay(momentOf(month, months)))
}

/** 0 is Monday. */
export function weekdayOf(day: UtcDay): number {
  return (((day + WEEKDAY_OF_DAY_ZERO) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK
}

export function weeksOf(month: Month): UtcDay[][] {
  const first = firstDayOf(month)
  const last = lastDayOf(month)
  const monday = first - weekdayOf(first)
  const weeks = Math.ceil((last - monday + 1) / DAYS_PER_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => monday + week * DAYS_PER_WEEK + weekday),
  )
}

function momentOf(month: Month, monthsAfter: number) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Date.UTC(year, number - 1 + monthsAfter)
}
