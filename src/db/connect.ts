import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './database.ts'
import { timeParser } from './parse-values.ts'
import { DatabaseSilent } from './within.ts'

/**
 * Makes the server parse and plan each statement once per connection. A plan from when a table was empty would scan it
 * when it is large, so plans on such a connection use indexes.
 */
const PLANS_BY_INDEX = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

const PLANNED_ONCE_TEXT = '/* planned once */'
/**
 * Put it at the beginning of a statement, so that the server plans it once per connection. For statements
 * that every publication waits for: planning takes several times as long as running them.
 */
export const PLANNED_ONCE = sql.raw(PLANNED_ONCE_TEXT)

function preparingPool(pool: pg.Pool, { isAlways }: { isAlways: boolean }): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  /** Never grows large: there are few texts, because values are parameters. */
  function statementName(text: string) {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }

  function preparing(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: string, values: unknown[]) =>
      isAlways || text.startsWith(PLANNED_ONCE_TEXT)
        ? client.query({ name: statementName(text), text, values })
        : client.query(text, values)
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparing(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

const MAX_CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Longer than the statement timeout: a connection that still waits is dead. */
export const SILENT_AFTER_MS = 40_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const IDLE_CONNECTION_TIMEOUT_MS = 30_000
const KEEP_ALIVE_DELAY_MS = 10_000

export interface Connection {
  db: Kysely<DB>
  pool: pg.Pool
  close(): Promise<void>
}

export interface ConnectOptions {
  /** Called when an idle connection breaks. The pool recovers automatically. */
  onError?: (error: Error) => void
  isPreparing?: boolean
  max?: number
  connectWithinMs?: number
  /**
   * Closes connections to a server that vanished silently. The operating system would take a quarter of an
   * hour. Not for statements without a time limit.
   */
  silentAfterMs?: number
}

export function connect(
  url: string,
  {
    onError = () => {},
    isPreparing = false,
    max = MAX_CONNECTIONS,
    connectWithinMs = CONNECT_TIMEOUT_MS,
    silentAfterMs,
  }: ConnectOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'candor',
    max,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
    ...(isPreparing && { options: PLANS_BY_INDEX }),
  })
  pool.on('error', onError)
  // The pool only listens to idle connections. One that breaks in use would crash the process; its statement fails
  // anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (silentAfterMs !== undefined) pool.on('connect', (client) => endWhenSilent(client, silentAfterMs))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, { isAlways: isPreparing }) }),
  })
  return { db, pool, close: () => db.destroy() }
}

function endWhenSilent(client: pg.PoolClient, silentAfterMs: number) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(silentAfterMs)
  stream.on('timeout', () => {
    const { _activeQuery } = client as unknown as { _activeQuery: unknown }
    if (_activeQuery != null) stream.destroy(new DatabaseSilent(silentAfterMs))
  })
}

const INT4_ARRAY = 1007

// Per connection, because the driver's table is global.
export const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  (format !== 'binary' && textParsers.get(oid)) || pg.types.getTypeParser(oid, format)

const textParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (day) => day],
  [pg.types.builtins.TIMESTAMPTZ, timeParser(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ))],
  [INT4_ARRAY, toIntegers],
])

function toIntegers(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).toLowerCase()}]`)
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`)
  return number
}
