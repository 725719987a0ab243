const MADE_BY_TIME = /^candor-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z\.tar$/

/** Sorts by time and is valid on every file system. */
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

export function newestOf(names: readonly string[]): Date | undefined {
  const times = names.flatMap((name) => madeAtOf(name)?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

/** All but the newest ones. Other files in the folder stay. */
export function namesToRemove(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => madeAtOf(name) !== undefined)
    .sort()
    .reverse()
    .slice(keep)
    .reverse()
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
