import { DatabaseSilent } from './within.ts'

/** Whether the database is what failed, and not the statement: gone, silent, full or too busy. It passes by itself. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof DatabaseSilent) return true
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseLost)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof syscall === 'string') return OF_CONNECTIONS.includes(syscall)
  if (typeof code === 'string') return TROUBLE.test(code)
  // The driver gives these no code.
  return /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
    error.message,
  )
}

/** Whatever the system says to these, there is no connection. A file that is missing is another matter. */
const OF_CONNECTIONS: readonly string[] = ['connect', 'getaddrinfo', 'read', 'write']

/**
 * Classes of PostgreSQL: 08 connection, 53 no resources (disk, memory, connections), 57 ended or out of time by the
 * server, 58 its system; and single ones: no statement in a transaction for too long, a lock that did not come, a
 * server that only reads.
 */
const TROUBLE = /^(08|53|57|58)[0-9A-Z]{3}$|^(25P03|55P03|25006)$/
