import { dayOfMonthWords, shortDayWords } from '../../domain/calendar/day-words.ts'
import { dayFromName, dayName } from '../../domain/time.ts'

const MOST_STEPS = 5
const NICE_STEPS = [1, 2, 2.5, 5, 10]
const DAYS_PER_WEEK = 7
const MOST_NAMED_DAYS = 9
const MOST_DAYS_IN_WEEKS = 45

export function valueTicks(largest: number): number[] {
  if (largest <= 0) return [0, 1]
  const rough = largest / MOST_STEPS
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const rounds = NICE_STEPS.map((step) => step * magnitude)
  // Counts are whole numbers.
  const step = rounds.find((round) => round >= rough && Number.isInteger(round)) ?? 1
  const steps = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

export interface DayTick {
  index: number
  words: string
  isMain: boolean
}

/** `days` has the first day of each point. */
export function dayTicks(days: readonly string[], step: 'day' | 'week'): DayTick[] {
  const last = days.length - 1
  if (step === 'week') return monthTicks(days)
  if (days.length <= MOST_NAMED_DAYS)
    return days.map((day, index) => tick(day, index, (last - index) % 2 === 0))
  if (days.length <= MOST_DAYS_IN_WEEKS) {
    return days.flatMap((day, index) => ((last - index) % DAYS_PER_WEEK === 0 ? tick(day, index, true) : []))
  }
  return days.flatMap((day, index) =>
    day.endsWith('-01') || day.endsWith('-15') ? tick(day, index, day.endsWith('-01')) : [],
  )
}

function tick(day: string, index: number, isMain: boolean): DayTick {
  return { index, words: dayOfMonthWords(day).replace(/ (\w{3})\w*$/, ' $1'), isMain }
}

function monthTicks(days: readonly string[]): DayTick[] {
  return days.flatMap((day, index) => {
    const next = days[index + 1] ?? dayName(dayFromName(day) + DAYS_PER_WEEK)
    const first = firstOfMonth(day, next)
    if (first === undefined) return []
    const [, month = '', year = ''] = shortDayWords(first).split(' ')
    const monthNumber = Number(first.slice(5, 7))
    return { index, words: monthNumber === 1 ? year : month, isMain: monthNumber % 3 === 1 }
  })
}

function firstOfMonth(from: string, before: string): string | undefined {
  for (let day = dayFromName(from); day < dayFromName(before); day++) {
    if (dayName(day).endsWith('-01')) return dayName(day)
  }
  return undefined
}
