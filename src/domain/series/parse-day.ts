import { DAY_MS } from '../time-units.ts'

/** Days since 1970-01-01, of a day that the calendar has. */
export function parseDay(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(written)) return undefined
  const ms = Date.parse(`${written}T00:00:00Z`)
  // Date reads 2026-02-30 as a day of March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === written
  return isReal ? ms / DAY_MS : undefined
}
