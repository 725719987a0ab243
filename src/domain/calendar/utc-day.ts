import { DAY_MS } from '../time-units.ts'

/** A day in UTC, counted from 1 January 1970: days compare, add and subtract as numbers. */
export type UtcDay = number

export function utcDay(moment: number): UtcDay {
  return Math.floor(moment / DAY_MS)
}

/** `2026-11-15` */
export function dayFromName(name: string): UtcDay {
  return utcDay(Date.parse(`${name}T00:00:00Z`))
}

export function dayName(day: UtcDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, DAY_NAME_LENGTH)
}

const DAY_NAME_LENGTH = 'YYYY-MM-DD'.length
