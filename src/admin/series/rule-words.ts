import type { SeriesRule } from '../../domain/series/series-rule.ts'
import { ageWords } from '../../ui/times/age-words.ts'
import { townOf } from '../../ui/times/zone-words.ts'

/** 1 is Monday. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export const NTH_WORDS: readonly { value: number; words: string }[] = [
  { value: 1, words: 'first' },
  { value: 2, words: 'second' },
  { value: 3, words: 'third' },
  { value: 4, words: 'fourth' },
  { value: 5, words: 'fifth' },
  { value: -1, words: 'last' },
]

export function ruleWords(rule: SeriesRule): string {
  const { time, time_zone, minutes } = rule
  const clock = time_zone === 'UTC' ? 'UTC' : `${townOf(time_zone)} time`
  return `${daysWords(rule)} at ${time} ${clock}, for ${ageWords(0, minutes * MINUTE_MS)}`
}

const MINUTE_MS = 60_000

function daysWords(rule: SeriesRule): string {
  if (rule.every === 'month') {
    const nth = NTH_WORDS.find(({ value }) => value === rule.nth)?.words ?? `${rule.nth}.`
    return `Every ${nth} ${dayName(rule.weekday)} of the month`
  }
  const days = listed([...rule.weekdays].sort((one, other) => one - other).map(dayName))
  return rule.weeks === 1 ? `Every ${days}` : `Every ${rule.weeks} weeks on ${days}`
}

function dayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? 'day'
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? 'day'
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
