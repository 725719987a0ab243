import { type DestinationStream, type Logger, pino } from 'pino'

/** Where PostgreSQL repeats the row that it refused, with everything in it. */
const ROWS_IN_ERRORS = ['err.detail', 'err.where']

/** The one log of a site: whatever is written to it, or to its children, repeats nobody's data. */
export function makeLog({ level, to }: { level: string; to: DestinationStream }): Logger {
  return pino({ level, redact: { paths: ROWS_IN_ERRORS, remove: true } }, to)
}

/** A person at a terminal reads our plain lines; a log collector also wants every new edition. */
export function logLevelFor({ isTTY }: { isTTY?: boolean }) {
  return isTTY === true ? 'warn' : 'info'
}
