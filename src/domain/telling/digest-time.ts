import { UTC } from '../format-time.ts'
import { DAY_MS } from '../time.ts'

export const DIGEST_HOUR = 8

/** Which digest holds what is told at `moment`: that of the next 08:00 in the reader's zone. */
export function digestTime(moment: Date, timeZone: string): Date {
  const today = digestOfDay(moment, timeZone)
  if (today > moment) return today
  return digestOfDay(new Date(today.getTime() + DAY_MS), timeZone)
}

/**
 * Recipients are found slice by slice, and a slice that began just before 08:00 ends after it. Digests leave when such a
 * slice is done, or the reader would get a second one with the rest.
 */
const SLICE_AT_MOST_MS = 60_000

/** When the digest that holds what is told at `moment` may leave. */
export function digestDueAt(moment: Date, timeZone: string): Date {
  return new Date(digestTime(moment, timeZone).getTime() + SLICE_AT_MOST_MS)
}

/** 08:00 of the day on which `moment` is in that zone. */
function digestOfDay(moment: Date, timeZone: string): Date {
  const local = moment.getTime() + offsetMs(moment.getTime(), timeZone)
  const wanted = local - (local % DAY_MS) + DIGEST_HOUR * HOUR_MS
  // The clocks may change between now and then.
  const guess = wanted - offsetMs(moment.getTime(), timeZone)
  return new Date(wanted - offsetMs(guess, timeZone))
}

/** How far the clocks of a zone are ahead of UTC. An account may keep a zone that is none here: then UTC. */
function offsetMs(at: number, timeZone: string): number {
  const second = Math.floor(at / 1000) * 1000
  const format = formatter(timeZone)
  if (format === undefined) return 0
  const part = Object.fromEntries(
    format.formatToParts(second).map(({ type, value }) => [type, Number(value)]),
  )
  return (
    Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second) - second
  )
}

const HOUR_MS = 3_600_000
const formatters = new Map<string, Intl.DateTimeFormat | undefined>([[UTC, undefined]])

/** Building a formatter costs a hundred times what using one does. */
function formatter(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formatters.has(timeZone)) formatters.set(timeZone, newFormatter(timeZone))
  return formatters.get(timeZone)
}

function newFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    return undefined
  }
}
