export const MINUTES_PER_HOUR = 60
export const MINUTES_PER_DAY = 1440
export const HISTORY_DAYS = 1826

/** Whole minutes from the start (00:00 UTC) of the demo's day; the past is negative. */
export type DemoMinute = number

const MS_PER_MINUTE = 60_000

export function clock(daysFromToday: number, time: string): DemoMinute {
  const [hours, minutes] = time.split(':').map(Number)
  if (hours === undefined || minutes === undefined) throw new Error(`Not a clock time: ${time}`)
  return daysFromToday * MINUTES_PER_DAY + hours * MINUTES_PER_HOUR + minutes
}

export function calendar(day: string): (minute: DemoMinute) => string {
  const start = startOfDay(day)
  return (minute) => new Date(start + minute * MS_PER_MINUTE).toISOString()
}

export function dayBefore(day: string, days: number): string {
  return calendar(day)(-days * MINUTES_PER_DAY).slice(0, 10)
}

export function timeOfDay(minute: DemoMinute): string {
  const inDay = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(inDay / MINUTES_PER_HOUR))}:${two(inDay % MINUTES_PER_HOUR)}`
}

function startOfDay(day: string): number {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(start)) throw new Error(`Not a day: ${day}`)
  return start
}
