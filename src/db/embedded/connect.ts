import { Client, type ClientConfig } from 'pg'
import { errorCode } from './instance.ts'

const PORT = 5432 // only part of the socket's name: the server listens on no network address
const CONNECT_LIMIT_MS = 5_000

/** `postgres` looks after the server; the site itself is `candor`, who may do nothing to the machine. */
type Role = 'postgres' | 'candor'

export type Connected =
  | { kind: 'connected'; client: Client }
  | { kind: 'silent' }
  | { kind: 'failing'; message: string }

/** The role and its database have the same name. */
export function connectionUrl(socket: string, role: Role): string {
  // Everything is spelled out, so that no PG* variable of the person who starts Candor gets in between.
  return `postgresql://${role}@localhost:${PORT}/${role}?host=${encodeURIComponent(socket)}&sslmode=disable`
}

export async function connect(socket: string, role: Role): Promise<Connected> {
  const config: ClientConfig = {
    connectionString: connectionUrl(socket, role),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'candor-embedded',
  }
  const client = new Client(config)
  client.on('error', () => {}) // whoever holds the client hears of its end by the 'end' event
  try {
    await client.connect()
    return { kind: 'connected', client }
  } catch (error) {
    await client.end().catch(() => {})
    const sqlState = errorCode(error)
    if (isAnswer(sqlState) && !isPassing(sqlState))
      return { kind: 'failing', message: (error as Error).message }
    return { kind: 'silent' }
  }
}

// A refused socket has a code of the operating system (ECONNREFUSED), PostgreSQL's have five characters.
function isAnswer(sqlState: string): boolean {
  return /^[0-9A-Z]{5}$/.test(sqlState)
}

// Starting, stopping, out of connections, out of memory or files: worth another try.
function isPassing(sqlState: string): boolean {
  return sqlState.startsWith('57P') || sqlState.startsWith('53')
}
