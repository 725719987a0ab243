import { readFileSync } from 'node:fs'
import type { EdgeLimits } from './fast-path.ts'

export const HEADERS_TIMEOUT_MS = 10_000
/** Longer than the usual 60 s of a proxy in front, so that we never close a connection it is about to use. */
export const KEEP_ALIVE_MS = 65_000
/** A page fits into the system's own send buffer. Only what exceeds it waits here. */
const STALLED_MS = 30_000
const STALLED_AT_STOP_MS = 5_000
/** Shorter than the limit for stopping the whole site. */
const CUT_AT_STOP_MS = 8_000

export function usualLimits(): EdgeLimits {
  return {
    connections: mostConnections(),
    headMs: HEADERS_TIMEOUT_MS,
    idleMs: KEEP_ALIVE_MS,
    stalledMs: STALLED_MS,
    stalledAtStopMs: STALLED_AT_STOP_MS,
    cutAtStopMs: CUT_AT_STOP_MS,
  }
}

const MOST = 10_000
/**
 * The process has 26 other open files at rest, and about 100 at most: database, log, workers, mail, probes.
 */
const OTHER_FILES = 100
/** Assumed if the system doesn't report a limit. Node raises its limit as far as allowed. */
const USUAL_OPEN_FILES = 4_096

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
