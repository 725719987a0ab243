export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export function startOfMinute(moment: number): number {
  return Math.floor(moment / MINUTE_MS) * MINUTE_MS
}

export function hasHappened(moment: number, now: Date): boolean {
  return startOfMinute(moment) <= now.getTime()
}

/** Days in UTC since January 1, 1970, to compare, add and subtract as numbers. */
export type UtcDay = number

export function utcDay(moment: number): UtcDay {
  return Math.floor(moment / DAY_MS)
}

export function dayFromName(name: string): UtcDay {
  return utcDay(Date.parse(`${name}T00:00:00Z`))
}

export function dayName(day: UtcDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, DAY_NAME_LENGTH)
}

const DAY_NAME_LENGTH = 'YYYY-MM-DD'.length

export function parseDay(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(written)) return undefined
  const ms = Date.parse(`${written}T00:00:00Z`)
  // Date reads 2026-02-30 as a day in March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === written
  return isReal ? ms / DAY_MS : undefined
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i

export function instantOf(written: string): Date | undefined {
  if (!INSTANT.test(written)) return undefined
  const time = new Date(written.toUpperCase())
  return Number.isNaN(time.getTime()) ? undefined : time
}

export const NO_INSTANT = 'Please enter a time in ISO 8601 with its time zone, such as 2026-12-01T22:00:00Z.'
