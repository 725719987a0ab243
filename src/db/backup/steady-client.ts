import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { getTypeParser } from '../connect.ts'
import type { DB } from '../database.ts'

const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** No time limits, and one format for every value, whatever the server's settings. */
const SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = 0;
  set client_encoding = 'UTF8';
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'iso_8601';
  set extra_float_digits = 1;
  set bytea_output = 'hex'`

export async function withSteadyClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'candor backup',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  })
  // The current statement reports a lost connection.
  client.on('error', () => {})
  const cut = () => void client.end().catch(() => {})
  signal?.throwIfAborted()
  signal?.addEventListener('abort', cut, { once: true })
  try {
    await client.connect()
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

export function kyselyOn(client: pg.Client): Kysely<DB> {
  const query = (text: string, values: unknown[]) => client.query({ text, values, types: { getTypeParser } })
  const lent = { query: query as never, release: () => {} }
  const pool = { connect: async () => lent, end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** For statements inside the transaction that the client has begun. */
export function transactionOn(client: pg.Client): Transaction<DB> {
  return kyselyOn(client) as Transaction<DB>
}
