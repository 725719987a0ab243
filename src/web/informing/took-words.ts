import { MINUTE_MS } from '../../domain/time.ts'
import { listInWords, timesInWords } from '../../ui/parts/words.ts'
import { ageWords } from '../../ui/times/age-words.ts'

/** `8 min` for 7.2: rounded up, so that a goal of 7 minutes looks as missed as it is. */
export function tookWords(minutes: number): string {
  if (minutes < 1) return 'under a minute'
  return ageWords(0, Math.ceil(minutes) * MINUTE_MS)
}

export function tookBetween(from: string, to: string): string {
  return tookWords(Math.max(0, Date.parse(to) - Date.parse(from)) / MINUTE_MS)
}

/**
 * `4 min`, `under a minute each time`, `under a minute (3 times), 4 min and 1 h`: equal words are not
 * repeated.
 */
export function eachTookWords(minutes: readonly number[]): string {
  const counts = new Map<string, number>()
  for (const words of minutes.map(tookWords)) counts.set(words, (counts.get(words) ?? 0) + 1)
  const [[only] = []] = counts
  if (only !== undefined && counts.size === 1 && minutes.length > 1) return `${only} each time`
  return listInWords(
    [...counts].map(([words, times]) => (times === 1 ? words : `${words} (${timesInWords(times)})`)),
  )
}
