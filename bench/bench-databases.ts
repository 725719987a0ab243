import { type Kysely, sql } from 'kysely'
import { type Connection, connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded/start-embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { loadDemo } from '../src/demo/load-demo.ts'
import { fillRecords } from './fill-records.ts'
import type { Workshop } from './workshop.ts'

export interface BenchDatabase extends Connection {
  url: string
  records: number
}

/** On one server with default settings. */
export async function makeDatabases(workshop: Workshop, longHistory: number): Promise<BenchDatabase[]> {
  const server = await startServer(workshop)
  await makeDemoDatabase(server.url, 'bench_demo')
  await using(server.url, (db) => sql`create database bench_long template bench_demo`.execute(db))
  await using(urlOf(server.url, 'bench_long'), (db) => fillRecords(db, longHistory))
  const databases: BenchDatabase[] = []
  for (const name of ['bench_demo', 'bench_long']) {
    const url = urlOf(server.url, name)
    const connection = connect(url)
    workshop.onLeave(connection.close)
    databases.push({ ...connection, url, records: await countPublished(connection.db) })
  }
  return databases
}

export async function startServer(workshop: Workshop): Promise<{ url: string }> {
  const starting = startEmbedded({ dataDir: workshop.folder('database'), report: () => {} })
  workshop.onLeave(async () => {
    const outcome = await starting
    if (outcome.kind === 'started') await outcome.stop()
  })
  const server = await starting
  if (server.kind === 'refused') throw new Error(server.line)
  return server
}

export async function makeDemoDatabase(serverUrl: string, name: string): Promise<string> {
  await using(serverUrl, (db) => sql`create database ${sql.id(name)}`.execute(db))
  const url = urlOf(serverUrl, name)
  await using(url, loadSchemaAndDemo)
  return url
}

async function loadSchemaAndDemo(db: Kysely<DB>) {
  const outcome = await migrate(db)
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  await loadDemo(db, { now: new Date() })
}

/** Closed after one task: PostgreSQL can't copy a database with open connections. */
async function using(url: string, act: (db: Kysely<DB>) => Promise<unknown>) {
  const { db, close } = connect(url)
  try {
    await act(db)
  } finally {
    await close()
  }
}

function urlOf(serverUrl: string, database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function countPublished(db: Kysely<DB>) {
  const { count } = await db
    .selectFrom('records')
    .where('state', '=', 'published')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
