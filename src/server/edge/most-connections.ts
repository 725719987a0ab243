import { readFileSync } from 'node:fs'

const MOST = 10_000
/** For the database, log, workers, mail, probes and other files of the process: 26 at rest, about 100 at most. */
const OTHER_FILES = 100
/** If the system doesn't report a limit. Node raises its limit as far as allowed. */
const USUAL_OPEN_FILES = 4_096

/** Most clients connected at the same time. Each one is an open file, which the system limits. */
export function mostConnections(files = openFilesAllowed()): number {
  return Math.max(1, Math.min(MOST, Math.floor(files * 0.9) - OTHER_FILES))
}

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
