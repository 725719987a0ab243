import { DAY_MS, MINUTE_MS, parseDay } from '../time.ts'
import { dayOnCalendar, momentOnClock } from '../zoned-time.ts'
import type { SeriesRule } from './series-rule.ts'

const DAYS_PER_WEEK = 7
/** A fifth Saturday comes at least this often. A rule without a match in this many days never matches. */
const LOOKED_AT_DAYS = 400

export interface Window {
  from: Date
  to: Date
}

export function seriesWindows(rule: SeriesRule, { after, count }: { after: Date; count: number }): Window[] {
  const windows: Window[] = []
  // Start a day earlier: a time that the clock skips may fall after midnight.
  for (const day of daysOf(rule, dayOnCalendar(after, rule.time_zone) - 1)) {
    if (windows.length >= count) break
    const window = windowOn(rule, day)
    if (window.from > after) windows.push(window)
  }
  return windows
}

/**
 * For a changed rule: a day whose window exists already gets no second one at its new time. Returns
 * `madeUntil` if no window of the rule starts then, as for a series without windows.
 */
export function endOfDayMade(
  rule: SeriesRule,
  { madeUntil, timeZone }: { madeUntil: Date; timeZone: string },
): Date {
  const [last] = seriesWindows(rule, { after: new Date(madeUntil.getTime() - 1), count: 1 })
  if (last?.from.getTime() !== madeUntil.getTime()) return madeUntil
  const nextDay = momentOnClock({ day: dayOnCalendar(madeUntil, timeZone) + 1, minutes: 0 }, timeZone)
  return new Date(nextDay.getTime() - 1)
}

function* daysOf(rule: SeriesRule, since: number): Generator<number> {
  const first = parseDay(rule.from_day) ?? Number.POSITIVE_INFINITY
  const last = rule.until_day === null ? Number.POSITIVE_INFINITY : (parseDay(rule.until_day) ?? 0)
  const isDay = rule.every === 'weeks' ? isDayOfWeeks(rule, first) : isDayOfMonth(rule)
  let latest = Math.max(first, since)
  for (let day = latest; day <= last && day - latest <= LOOKED_AT_DAYS; day++) {
    if (!isDay(day)) continue
    latest = day
    yield day
  }
}

function isDayOfWeeks({ weeks, weekdays }: Extract<SeriesRule, { every: 'weeks' }>, first: number) {
  const firstWeek = weekOf(first)
  return (day: number) => (weekOf(day) - firstWeek) % weeks === 0 && weekdays.includes(weekdayOf(day))
}

function isDayOfMonth({ nth, weekday }: Extract<SeriesRule, { every: 'month' }>) {
  return (day: number) => {
    if (weekdayOf(day) !== weekday) return false
    const date = new Date(day * DAY_MS).getUTCDate()
    if (nth > 0) return Math.ceil(date / DAYS_PER_WEEK) === nth
    return new Date((day + DAYS_PER_WEEK) * DAY_MS).getUTCDate() <= DAYS_PER_WEEK
  }
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK) + 1
}

function weekOf(day: number): number {
  return Math.floor((day + 3) / DAYS_PER_WEEK)
}

function windowOn({ time, time_zone, minutes }: SeriesRule, day: number): Window {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const from = momentOnClock({ day, minutes: hour * 60 + minute }, time_zone)
  return { from, to: new Date(from.getTime() + minutes * MINUTE_MS) }
}
