const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i

/** A time that means the same everywhere: ISO 8601 with its time zone. */
export function instantOf(written: string): Date | undefined {
  if (!INSTANT.test(written)) return undefined
  const time = new Date(written.toUpperCase())
  return Number.isNaN(time.getTime()) ? undefined : time
}

export const NO_INSTANT = 'Please give a time in ISO 8601 with its time zone, such as 2026-12-01T22:00:00Z.'
