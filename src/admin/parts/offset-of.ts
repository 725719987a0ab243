import { MINUTE_MS } from '../../domain/time-units.ts'

/** How far the clocks of a zone are ahead of UTC at that moment. Zones of today differ by whole minutes. */
export function offsetOf(zone: string, at: Date): number {
  const parts = formatter(zone).formatToParts(at)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)])) as Record<
    Intl.DateTimeFormatPartTypes,
    number
  >
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute)
  return shown - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string) {
  let made = formatters.get(timeZone)
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, made)
  }
  return made
}
