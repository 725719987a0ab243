import { DatabaseSilent } from './within.ts'

/** Whether the database failed, not the statement: gone, silent, full or too busy. Worth a retry. */
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

/** Any error of these system calls means that there is no connection. A missing file doesn't. */
const OF_CONNECTIONS: readonly string[] = ['connect', 'getaddrinfo', 'read', 'write']

/**
 * PostgreSQL's error classes: 08 connection, 53 resources (disk, memory, connections), 57 canceled or timed out by the
 * server, 58 system. And single codes: idle in transaction, lock timeout, read-only server.
 */
const TROUBLE = /^(08|53|57|58)[0-9A-Z]{3}$|^(25P03|55P03|25006)$/
