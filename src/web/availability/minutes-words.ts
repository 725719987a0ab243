import { MINUTE_MS } from '../../domain/time.ts'
import { ageWords } from '../../ui/times/age-words.ts'

/** `2 h 5 min` for 125. */
export function minutesWords(minutes: number): string {
  return ageWords(0, minutes * MINUTE_MS)
}
