export function untilWords(now: Date, promised: string): string {
  const minutesLeft = minutesUntil(now, promised)
  if (minutesLeft >= 0) return `in ${duration(Math.ceil(minutesLeft))}`
  return `overdue by ${duration(Math.floor(-minutesLeft))}`
}

/** `14 minutes ago`; never negative, even if the clock is slow. */
export function agoWords(now: Date, since: string): string {
  return `${duration(Math.max(0, Math.floor(-minutesUntil(now, since))))} ago`
}

export function isOverdue(now: Date, promised: string): boolean {
  return minutesUntil(now, promised) < 0
}

function minutesUntil(now: Date, promised: string) {
  return (Date.parse(promised) - now.getTime()) / MS_PER_MINUTE
}

const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24
/** Up to this many, use the smaller unit: `in 1 hour` is too vague for 90 minutes. */
const UNITS_BEFORE_NEXT = 2

function duration(minutes: number) {
  if (minutes < 1) return 'less than a minute'
  if (minutes < UNITS_BEFORE_NEXT * MINUTES_PER_HOUR) return count(minutes, 'minute')
  const hours = Math.round(minutes / MINUTES_PER_HOUR)
  if (hours < UNITS_BEFORE_NEXT * HOURS_PER_DAY) return count(hours, 'hour')
  return count(Math.round(hours / HOURS_PER_DAY), 'day')
}

function count(amount: number, unit: string) {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
