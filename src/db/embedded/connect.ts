import { Client, type ClientConfig } from 'pg'
import { errorCode } from './instance.ts'

const PORT = 5432 // only part of the socket's name: the server doesn't listen on the network
const CONNECT_LIMIT_MS = 5_000

/** `postgres` manages the server. The site itself is `candor`, which can't access the machine. */
type Role = 'postgres' | 'candor'

export type Connected =
  | { kind: 'connected'; client: Client }
  | { kind: 'silent' }
  | { kind: 'failing'; message: string }

export function connectionUrl(socket: string, role: Role): string {
  // Sets everything explicitly, so that no PG* environment variable interferes.
  return `postgresql://${role}@localhost:${PORT}/${role}?host=${encodeURIComponent(socket)}&sslmode=disable`
}

export async function connect(socket: string, role: Role): Promise<Connected> {
  const config: ClientConfig = {
    connectionString: connectionUrl(socket, role),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'candor-embedded',
  }
  const client = new Client(config)
  client.on('error', () => {}) // holders of the client get its 'end' event
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

// A refused socket has an error code of the operating system (ECONNREFUSED); PostgreSQL's codes have five
// characters.
function isAnswer(sqlState: string): boolean {
  return /^[0-9A-Z]{5}$/.test(sqlState)
}

// Starting, stopping, or out of connections, memory or files: worth a retry.
function isPassing(sqlState: string): boolean {
  return sqlState.startsWith('57P') || sqlState.startsWith('53')
}
