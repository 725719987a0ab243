import { UTC } from './format-time.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

export type WallClockMoment =
  | { kind: 'once'; at: Date }
  /** The clocks go back over it: `at` is the first time. */
  | { kind: 'twice'; at: Date; second: Date }
  /** The clocks skip it: `at` is the same distance after the jump as the time is into it. */
  | { kind: 'never'; at: Date }

/** `shown` is the time on the clock as if in UTC: `Date.UTC(2026, 2, 8, 2, 15)` for 02:15 on March 8. */
export function momentOfWallClock(shown: number, timeZone: string): WallClockMoment {
  // No zone is a day away from UTC, so a clock change is between these two.
  const before = zoneOffsetMs(shown - DAY_MS, timeZone)
  const after = zoneOffsetMs(shown + DAY_MS, timeZone)
  const [first, second] = [...new Set([shown - before, shown - after])]
    .filter((moment) => wallClock(moment, timeZone) === shown)
    .sort((one, other) => one - other)
  if (first === undefined) return { kind: 'never', at: new Date(shown - before) }
  if (second === undefined) return { kind: 'once', at: new Date(first) }
  return { kind: 'twice', at: new Date(first), second: new Date(second) }
}

/** What the clocks of a zone show, as if in UTC. */
export function wallClock(moment: number, timeZone: string): number {
  return moment + zoneOffsetMs(moment, timeZone)
}

/** `day` is in days since 1970-01-01. The first moment if there are two. */
export function momentOnClock({ day, minutes }: { day: number; minutes: number }, timeZone: string): Date {
  return momentOfWallClock(day * DAY_MS + minutes * MINUTE_MS, timeZone).at
}

/** In days since 1970-01-01. */
export function dayOnCalendar(moment: Date, timeZone: string): number {
  return Math.floor(wallClock(moment.getTime(), timeZone) / DAY_MS)
}

function zoneOffsetMs(moment: number, timeZone: string): number {
  if (timeZone === UTC) return 0
  const second = Math.floor(moment / 1000) * 1000
  const parts = clockOf(timeZone).formatToParts(second)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = clockMs({
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  })
  return shown + part('second') * 1000 - second
}

/** As if in UTC. Not `Date.UTC`, which takes years before 100, such as one that is being typed, for those after 1900. */
export function clockMs({ year, month, day, hour, minute }: ClockTime): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 60 + minute) * MINUTE_MS
}

export interface ClockTime {
  year: number
  /** Starts at 1. */
  month: number
  day: number
  hour: number
  minute: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs a hundred times as much as using one. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}
