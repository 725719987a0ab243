import { DAY_MS } from '../../domain/time-units.ts'

const LONGEST_S = DAY_MS / 1000

/** When the other side wants to be asked again, in seconds from now; given as seconds or as a date. */
export function retryAfterSeconds(value: string | undefined, { now }: { now: Date }): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(0, seconds), LONGEST_S)
}
