import { knownTimeZone } from '../format-time.ts'
import { parseDay } from '../time.ts'

interface OnTheClock {
  /** HH:MM on the clock of the zone. */
  time: string
  /** IANA name. */
  time_zone: string
  /** Duration of a window, even if the clocks change. */
  minutes: number
  /** YYYY-MM-DD in the zone. The first possible day; weeks are counted from its week. */
  from_day: string
  until_day: string | null
}

/** When maintenance repeats; the API has the same shape. Weekdays: 1 is Monday, 7 is Sunday. */
export type SeriesRule =
  | ({ every: 'weeks'; weeks: number; weekdays: number[] } & OnTheClock)
  /** -1: the last of the month. */
  | ({ every: 'month'; nth: 1 | 2 | 3 | 4 | 5 | -1; weekday: number } & OnTheClock)

export function checkSeriesRule(rule: SeriesRule): Record<string, string> {
  const from = parseDay(rule.from_day)
  const until = rule.until_day === null ? undefined : parseDay(rule.until_day)
  const isUntilWrong = rule.until_day !== null && until === undefined
  return {
    ...(knownTimeZone(rule.time_zone) === undefined && {
      'rule.time_zone': 'Not a valid time zone. Example: Europe/Zurich.',
    }),
    ...(from === undefined && { 'rule.from_day': 'Not a valid day.' }),
    ...(isUntilWrong && { 'rule.until_day': 'Not a valid day.' }),
    ...(from !== undefined &&
      until !== undefined &&
      until < from && { 'rule.until_day': 'It ends before it starts.' }),
  }
}
