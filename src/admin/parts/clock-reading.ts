import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/** `2026-11-15 18:45`: the local time in a zone. */
export function clockReading(at: Date, zone: string): string {
  const shown = new Date(at.getTime() + offsetOf(zone, at)).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)}`
}

export interface Reading {
  year: number
  /** Starts at 1. */
  month: number
  day: number
  hour: number
  minute: number
}

export type MomentOfReading =
  | { kind: 'once'; at: Date }
  /** Clocks go back over it: `at` is the first time. */
  | { kind: 'twice'; at: Date; second: Date }
  /** Clocks skip it: `at` is as long after the jump as the reading is into it. */
  | { kind: 'never'; at: Date }

/** When clocks in a zone show this; undefined if the date is invalid. */
export function momentOfReading(reading: Reading, zone: string): MomentOfReading | undefined {
  const { year, month, day, hour, minute } = reading
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  if (!isOnCalendar(reading, new Date(asUtc))) return undefined
  const before = offsetOf(zone, new Date(asUtc - DAY_MS))
  const after = offsetOf(zone, new Date(asUtc + DAY_MS))
  const moments = [...new Set([before, after])]
    .map((offset) => ({ offset, at: new Date(asUtc - offset) }))
    .filter(({ offset, at }) => offsetOf(zone, at) === offset)
    .map(({ at }) => at)
    .sort((one, other) => one.getTime() - other.getTime())
  const [first, second] = moments
  if (first === undefined) return { kind: 'never', at: new Date(asUtc - before) }
  return second === undefined ? { kind: 'once', at: first } : { kind: 'twice', at: first, second }
}

function isOnCalendar({ year, month, day, hour, minute }: Reading, made: Date) {
  return (
    made.getUTCFullYear() === year &&
    made.getUTCMonth() === month - 1 &&
    made.getUTCDate() === day &&
    hour < 24 &&
    minute < 60
  )
}

/** Milliseconds ahead of UTC at that time. Current zones differ by whole minutes. */
function offsetOf(zone: string, at: Date): number {
  const parts = formatter(zone).formatToParts(at)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)])) as Record<
    Intl.DateTimeFormatPartTypes,
    number
  >
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute)
  return shown - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string) {
  let made = formatters.get(timeZone)
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, made)
  }
  return made
}
