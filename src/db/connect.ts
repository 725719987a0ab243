import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DB } from './database.ts'
import { DatabaseSilent } from './within.ts'

/**
 * Has the server parse and plan each statement once per connection. A plan that was made while a table was empty would
 * read all of it once it is large, so on such a connection plans go by indexes.
 */
const PLANS_BY_INDEX = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  /** The texts are few: what varies comes as parameters. */
  function nameOf(text: string) {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }

  function preparing(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: string, values: unknown[]) => client.query({ name: nameOf(text), text, values })
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
/** Above the time limit of a statement: whoever still waits has nobody at the other end. */
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
  /** Told when an idle connection breaks, as all do when the server stops. The pool mends itself. */
  onError?: (error: Error) => void
  /** For a few statements that are sent over and over: each is planned once per connection, and goes by indexes. */
  isPreparing?: boolean
  max?: number
  /**
   * Gives up connections to a server that vanished without a word, instead of after the quarter of an hour that the
   * system takes. Not for work whose statements have no time limit.
   */
  silentAfterMs?: number
}

/** Opens nothing yet: the first statement connects. */
export function connect(
  url: string,
  { onError = () => {}, isPreparing = false, max = MAX_CONNECTIONS, silentAfterMs }: ConnectOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'candor',
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
    ...(isPreparing && { options: PLANS_BY_INDEX }),
  })
  // A pool without a listener takes the process down when the server stops.
  pool.on('error', onError)
  // It listens to idle connections only: one that breaks in use would take the process down. Its statement tells.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (silentAfterMs !== undefined) pool.on('connect', (client) => endWhenSilent(client, silentAfterMs))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: isPreparing ? preparingPool(pool) : pool }),
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

// Our own parsers in front of the driver's. For this pool only: the driver's table is global to the process.
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  (format !== 'binary' && textParsers.get(oid)) || pg.types.getTypeParser(oid, format)

const textParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toSafeInteger],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (day) => day],
])

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`)
  return number
}
