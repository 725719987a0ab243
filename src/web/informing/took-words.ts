import { MINUTE_MS } from '../../domain/time.ts'
import { ageWords } from '../../ui/times/age-words.ts'

/** `8 min` of 7.2: rounded up, so that a goal of 7 minutes looks as missed as it is. */
export function tookWords(minutes: number): string {
  if (minutes < 1) return 'under a minute'
  return ageWords(0, Math.ceil(minutes) * MINUTE_MS)
}

/** From one time to a later one. */
export function tookBetween(from: string, to: string): string {
  return tookWords(Math.max(0, Date.parse(to) - Date.parse(from)) / MINUTE_MS)
}
