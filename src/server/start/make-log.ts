import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Where PostgreSQL repeats the row that it refused, with everything in it. */
const ROWS_IN_ERRORS = ['err.detail', 'err.where']

/** The one log of a site: whatever is written to it, or to its children, repeats nobody's data. */
export function makeLog({ level, to }: { level: string; to: DestinationStream }): Logger {
  return pino({ level, redact: { paths: ROWS_IN_ERRORS, remove: true } }, to)
}

const BUSY_PAUSE_MS = 10
const BUSY_TRIES = 100

/**
 * Writes each line at once, as pino's own destination does, but drops what cannot be written: that one ends the process
 * when the disk with the log is full, and then waits for space in the very exit.
 */
export function logDestination(
  fd: number,
  write: (fd: number, bytes: Uint8Array) => number = writeSync,
): DestinationStream {
  return {
    write: (line) => {
      let rest: Uint8Array = Buffer.from(line)
      for (let tries = 0; rest.length > 0 && tries < BUSY_TRIES; tries++) {
        try {
          rest = rest.subarray(write(fd, rest))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
          // A pipe whose reader is behind. It gets a second, and then loses a line rather than hold up the site.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
        }
      }
    },
  }
}

/** A person at a terminal reads our plain lines; a log collector also wants every new edition. */
export function logLevelFor({ isTTY }: { isTTY?: boolean }) {
  return isTTY === true ? 'warn' : 'info'
}
