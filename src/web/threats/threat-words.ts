import { longDayWords } from '../../domain/calendar/day-words.ts'

const MILLION = 1_000_000
const BILLION = 1000 * MILLION

export function amountWords(amount: number): string {
  // Values that would round up to 1,000 million are a billion.
  if (amount >= BILLION - 0.05 * MILLION) return `${withOneDecimal(amount / BILLION)} billion`
  if (amount >= MILLION) return `${withOneDecimal(amount / MILLION)} million`
  return amount.toLocaleString('en-US')
}

export function roughly(amount: number): string {
  return amountWords(Number(amount.toPrecision(2)))
}

function withOneDecimal(amount: number) {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

const SHORT_NAME_LENGTH = 3

export function threatDayWords(day: string): string {
  return longDayWords(day).replace(/[A-Z][a-z]+/g, (name) => name.slice(0, SHORT_NAME_LENGTH))
}
