export const UTC = 'UTC'

/**
 * L-11: `Tue, 05 Mar 2024 10:00:00 UTC` in the reader's zone. The locale is fixed, so that server and browser agree.
 */
export function formatTime(moment: Date, timeZone = UTC): string {
  // Fast path: lists contain hundreds of times and pages are rendered in UTC, where the engine's own format is the
  // same.
  if (timeZone === UTC) return moment.toUTCString().replace('GMT', UTC)
  const part = partsOf(moment, timeZone)
  return `${part.weekday}, ${part.day} ${part.month} ${part.year} ${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`
}

function partsOf(moment: Date, timeZone: string) {
  const parts = formatter(timeZone).formatToParts(moment)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<
    Intl.DateTimeFormatPartTypes,
    string
  >
}

/** The zone name if known here; every name of UTC becomes UTC. */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  try {
    return partsOf(new Date(0), name).timeZoneName === UTC ? UTC : name
  } catch {
    return undefined
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs a hundred times as much as using one. */
function formatter(timeZone: string) {
  let made = formatters.get(timeZone)
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
    formatters.set(timeZone, made)
  }
  return made
}
