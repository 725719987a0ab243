import { dayFromName } from '../time.ts'
import { weekdayOf } from './month.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Monday first, as weeks are shown. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `15 November` of `2026-11-15`. */
export function dayOfMonthWords(day: string): string {
  const { number, month } = partsOf(day)
  return `${number} ${month}`
}

/** `15 Nov 2026` */
export function shortDayWords(day: string): string {
  const { number, month, year } = partsOf(day)
  return `${number} ${month.slice(0, 3)} ${year}`
}

/** `Sunday, 15 November 2026` */
export function longDayWords(day: string): string {
  const { number, month, year } = partsOf(day)
  return `${WEEKDAYS[weekdayOf(dayFromName(day))]}, ${number} ${month} ${year}`
}

/** `November 2026` of `2026-11`. */
export function monthWords(month: string): string {
  const { month: name, year } = partsOf(month)
  return `${name} ${year}`
}

function partsOf(name: string) {
  const [year = '', month, day] = name.split('-')
  return { year, month: MONTHS[Number(month) - 1] ?? '', number: Number(day) }
}
