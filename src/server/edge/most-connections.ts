import { readFileSync } from 'node:fs'

const MOST = 10_000
/** For the database, the log, workers, and what else the process opens. */
const OTHER_FILES = 200
/** Where the system does not say; Node raises its limit as far as it may. */
const USUAL_OPEN_FILES = 4_096

/** How many clients may be connected at once: each is an open file, and of those the system allows only so many. */
export function mostConnections(limits = readLimits()): number {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  const files = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? USUAL_OPEN_FILES)
  return Math.max(1, Math.min(MOST, Math.floor(files * 0.9) - OTHER_FILES))
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
