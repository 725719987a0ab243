import { knownTimeZone, UTC } from '../format-time.ts'
import { DAY_MS } from '../time.ts'
import { dayOnCalendar, momentOnClock } from '../zoned-time.ts'

const DIGEST_HOUR = 8

export function digestTime(moment: Date, timeZone: string): Date {
  const today = digestOfDay(moment, timeZone)
  if (today > moment) return today
  return digestOfDay(new Date(today.getTime() + DAY_MS), timeZone)
}

/** A slice of recipients that begins just before 08:00 ends after it. */
const SLICE_AT_MOST_MS = 60_000

export function digestDueAt(moment: Date, timeZone: string): Date {
  return new Date(digestTime(moment, timeZone).getTime() + SLICE_AT_MOST_MS)
}

function digestOfDay(moment: Date, timeZone: string): Date {
  const clocks = isKnown(timeZone) ? timeZone : UTC
  return momentOnClock({ day: dayOnCalendar(moment, clocks), minutes: DIGEST_HOUR * 60 }, clocks)
}

const known = new Map<string, boolean>()

/** This runtime may not know the zone of an account. It then counts as UTC. */
function isKnown(timeZone: string): boolean {
  let answer = known.get(timeZone)
  if (answer === undefined) {
    answer = knownTimeZone(timeZone) !== undefined
    known.set(timeZone, answer)
  }
  return answer
}
