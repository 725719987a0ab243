import { readFileSync } from 'node:fs'

const MOST = 10_000
/** For the database, the log, workers, mail, probes and what else the process opens: 26 at rest, about 100 at most. */
const OTHER_FILES = 100
/** Where the system does not say; Node raises its limit as far as it may. */
const USUAL_OPEN_FILES = 4_096

/** How many clients may be connected at once: each is an open file, and of those the system allows only so many. */
export function mostConnections(files = openFilesAllowed()): number {
  return Math.max(1, Math.min(MOST, Math.floor(files * 0.9) - OTHER_FILES))
}

/** What `ulimit -n` says of this process. */
export function openFilesAllowed(limits = readLimits()): number {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? USUAL_OPEN_FILES)
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
