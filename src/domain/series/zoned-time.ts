import { DAY_MS, MINUTE_MS } from '../time.ts'

/**
 * The moment at which the clock of a zone shows this time on this day (days since 1970-01-01). A time that the clock
 * leaves out comes as much later as it jumps; one that it shows twice is the first.
 */
export function momentOnClock({ day, minutes }: { day: number; minutes: number }, timeZone: string): Date {
  const shown = day * DAY_MS + minutes * MINUTE_MS
  // No zone is a day away from UTC, so that a change of the clock lies between these.
  const before = shown - offsetAt(shown - DAY_MS, timeZone)
  const after = shown - offsetAt(shown + DAY_MS, timeZone)
  const doesShow = (moment: number) => moment + offsetAt(moment, timeZone) === shown
  const moments = [before, after].filter(doesShow)
  return new Date(moments.length === 0 ? before : Math.min(...moments))
}

/** The day that the calendar of a zone shows, in days since 1970-01-01. */
export function dayOnCalendar(moment: Date, timeZone: string): number {
  return Math.floor((moment.getTime() + offsetAt(moment.getTime(), timeZone)) / DAY_MS)
}

/** How far the clock of a zone is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(moment / 1000) * 1000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Building a formatter costs a hundred times what using one does. */
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
