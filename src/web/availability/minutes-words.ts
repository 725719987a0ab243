import { MINUTE_MS } from '../../domain/time.ts'
import { ageWords } from '../../ui/times/age-words.ts'

export function minutesWords(minutes: number): string {
  return ageWords(0, minutes * MINUTE_MS)
}
