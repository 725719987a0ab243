import { longDayWords } from '../../domain/calendar/day-words.ts'

const SHORT_NAME_LENGTH = 3

/** `Sat, 14 Nov 2026`, from `Saturday, 14 November 2026`. */
export function threatDayWords(day: string): string {
  return longDayWords(day).replace(/[A-Z][a-z]+/g, (name) => name.slice(0, SHORT_NAME_LENGTH))
}
