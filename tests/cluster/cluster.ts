import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { startEmbedded } from '../../src/db/embedded/start-embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { fastFolder } from '../support/fast-folder.ts'

export type TemplateName = 'empty' | 'demo'

type Fill = (db: Kysely<DB>) => Promise<unknown>

export interface Cluster {
  url: string
  createTemplate(name: TemplateName, fill?: Fill): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL server for the tests, in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(fastFolder(), 'candor-test-'))
  const sweepUp = () => killServerIn(folder)
  process.once('exit', sweepUp)
  const forget = async () => {
    await rm(folder, { recursive: true, force: true })
    process.off('exit', sweepUp)
  }
  const start = async () => {
    const server = await startEmbedded({ dataDir: folder, report: () => {} })
    if (server.kind === 'started') return server
    await forget()
    throw new Error(server.line)
  }
  const unset = await start()
  try {
    await setForTests(unset.url)
  } finally {
    await unset.stop()
  }
  // The number of connections applies from the next start.
  const server = await start()
  const { url } = server
  return {
    url,
    createTemplate: (name, fill) => fillTemplate(url, name, fill),
    stop: () => server.stop().finally(forget),
  }
}

export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}

export function templateDatabase(name: TemplateName): string {
  return `candor_template_${name}`
}

// On Ctrl-C Vitest does not wait for its teardown, so this must be synchronous.
function killServerIn(folder: string): void {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    process.kill(pid, 'SIGQUIT')
  } catch {}
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

const SETTINGS = {
  // Test data need not survive a crash.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // The templates are vacuumed and analyzed, and a test is over before its tables need it again.
  autovacuum: 'off',
  // Each worker has its own sites, and each of them its own connections.
  max_connections: '500',
}

async function setForTests(clusterUrl: string): Promise<void> {
  const { db, close } = connect(asSuperuser(clusterUrl))
  try {
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await sql`alter system set ${sql.id(setting)} = ${sql.lit(value)}`.execute(db)
    }
  } finally {
    await close()
  }
}

/** The site's role may neither change server settings nor vacuum the catalog. */
function asSuperuser(clusterUrl: string): string {
  const url = new URL(clusterUrl)
  url.username = 'postgres'
  return url.href
}

async function fillTemplate(url: string, name: TemplateName, fill?: Fill): Promise<void> {
  const database = templateDatabase(name)
  const server = connect(url)
  try {
    await sql`create database ${sql.id(database)}`.execute(server.db)
  } finally {
    await server.close()
  }
  const template = connect(databaseUrl(url, database))
  try {
    const outcome = await migrate(template.db)
    if (outcome.kind === 'refused') throw new Error(outcome.line)
    await fill?.(template.db)
  } finally {
    await template.close()
  }
  const superuser = connect(asSuperuser(databaseUrl(url, database)))
  try {
    // Otherwise every copy would mark the same rows as committed, and plan without statistics.
    await sql`vacuum (freeze, analyze)`.execute(superuser.db)
  } finally {
    await superuser.close()
  }
}
