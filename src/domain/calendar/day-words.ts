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

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function dayOfMonthWords(day: string): string {
  const { number, month } = partsOf(day)
  return `${number} ${month}`
}

export function shortDayWords(day: string): string {
  const { number, month, year } = partsOf(day)
  return `${number} ${month.slice(0, 3)} ${year}`
}

export function longDayWords(day: string): string {
  const { number, month, year } = partsOf(day)
  return `${WEEKDAYS[weekdayOf(dayFromName(day))]}, ${number} ${month} ${year}`
}

export function monthWords(month: string): string {
  const { month: name, year } = partsOf(month)
  return `${name} ${year}`
}

function partsOf(name: string) {
  const [year = '', month, day] = name.split('-')
  return { year, month: MONTHS[Number(month) - 1] ?? '', number: Number(day) }
}
