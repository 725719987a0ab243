import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'

/** In these fields, PostgreSQL repeats the whole row that it refused. */
const ROWS_IN_ERRORS = ['err.detail', 'err.where']

export function makeLog({ level, to }: { level: string; to: DestinationStream }): Logger {
  return pino({ level, redact: { paths: ROWS_IN_ERRORS, remove: true } }, to)
}

const BUSY_PAUSE_MS = 10
const BUSY_TRIES = 100

/**
 * Writes each line synchronously, as pino's own destination does, but drops lines that can't be written.
 * With pino's, a full log disk ends the process, which then even waits for space while exiting.
 */
export function logDestination(
  fd: number,
  write: (fd: number, bytes: Uint8Array) => number = writeSync,
): DestinationStream {
  // While the reader of a pipe is stuck, only the first line waits for it: waiting blocks the whole site.
  let isStuck = false
  let isCut = false
  return {
    write: (line) => {
      const whole = Buffer.from(isCut ? `\n${line}` : line)
      let rest: Uint8Array = whole
      for (let tries = isStuck ? BUSY_TRIES - 1 : 0; rest.length > 0 && tries < BUSY_TRIES; tries++) {
        try {
          rest = rest.subarray(write(fd, rest))
          isStuck = false
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
          if (!isStuck) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
        }
      }
      const isWhole = rest.length === 0
      if (!isWhole) isStuck = true
      if (isWhole || rest.length < whole.length) isCut = !isWhole
    },
  }
}

/** An operator at a terminal reads our plain lines; a log collector also wants every new edition. */
export function logLevelFor({ isTTY }: { isTTY?: boolean }) {
  return isTTY === true ? 'warn' : 'info'
}
