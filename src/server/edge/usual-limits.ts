import type { EdgeLimits } from './fast-path.ts'
import { mostConnections } from './most-connections.ts'

export const HEADERS_TIMEOUT_MS = 10_000
/** Longer than the usual 60 s of a proxy in front, so that we never close a connection it is about to use. */
export const KEEP_ALIVE_MS = 65_000
/** A page fits into the system's own send buffer. Only the excess waits for its reader here. */
const STALLED_MS = 30_000
const STALLED_AT_STOP_MS = 5_000
/** Shorter than the time that a whole site has for its stop. */
const CUT_AT_STOP_MS = 8_000

/** The limits of every site. Tests change them at runtime to avoid waiting. */
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
