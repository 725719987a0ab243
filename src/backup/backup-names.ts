import { MINUTE_MS } from '../domain/time.ts'

const MADE_BY_TIME = /^candor-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z\.tar$/
/** Clocks of several machines differ a little. A name further in the future comes from a wrong clock. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS

export function backupName(madeAt: Date): string {
  return `candor-${stamp(madeAt)}.tar`
}

/** A different prefix, so that it isn't counted or removed with the others. */
export function safetyName(madeAt: Date): string {
  return `candor-before-restore-${stamp(madeAt)}.tar`
}

export function asideName(at: Date): string {
  return `postgres.aside-${stamp(at)}`
}

/** Ignores names from the future: one of them would look fresh until then, while no backup is made. */
export function newestOf(names: readonly string[], now: Date): Date | undefined {
  const times = countedIn(names, now).map(({ madeAt }) => madeAt.getTime())
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

export function namesToRemove(
  names: readonly string[],
  { keep, now }: { keep: number; now: Date },
): string[] {
  return countedIn(names, now)
    .map(({ name }) => name)
    .sort()
    .reverse()
    .slice(keep)
    .reverse()
}

function countedIn(names: readonly string[], now: Date): { name: string; madeAt: Date }[] {
  return names.flatMap((name) => {
    const madeAt = madeAtOf(name)
    const isCounted = madeAt !== undefined && madeAt.getTime() <= now.getTime() + CLOCKS_DIFFER_MS
    return isCounted ? [{ name, madeAt }] : []
  })
}

function madeAtOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds, ms] = MADE_BY_TIME.exec(name) ?? []
  if (day === undefined) return undefined
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}

function stamp(at: Date): string {
  return at.toISOString().replaceAll(':', '')
}
