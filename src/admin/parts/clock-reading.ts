import {
  type ClockTime,
  clockMs,
  momentOfWallClock,
  type WallClockMoment,
  wallClock,
} from '../../domain/zoned-time.ts'

export function clockReading(at: Date, zone: string): string {
  const shown = new Date(wallClock(at.getTime(), zone)).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)}`
}

/** Undefined if the date is invalid. */
export function momentOfReading(reading: ClockTime, zone: string): WallClockMoment | undefined {
  const shown = clockMs(reading)
  return isOnCalendar(reading, new Date(shown)) ? momentOfWallClock(shown, zone) : undefined
}

function isOnCalendar({ year, month, day, hour, minute }: ClockTime, made: Date) {
  return (
    made.getUTCFullYear() === year &&
    made.getUTCMonth() === month - 1 &&
    made.getUTCDate() === day &&
    hour < 24 &&
    minute < 60
  )
}
