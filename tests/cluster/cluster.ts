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
  /** Creates a template database that tests copy: the migrated schema, plus what `fill` adds. */
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
  const server = await startEmbedded({ dataDir: folder, report: () => {} })
  if (server.kind === 'refused') {
    await forget()
    throw new Error(server.line)
  }
  const { url } = server
  const cluster: Cluster = {
    url,
    createTemplate: (name, fill) => fillTemplate(url, name, fill),
    stop: () => server.stop().finally(forget),
  }
  await orStop(cluster, () => preferSpeed(url))
  return cluster
}

/** Prepares the cluster and stops it if that fails. */
async function orStop(cluster: Cluster, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare()
  } catch (error) {
    await cluster.stop()
    throw error
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
  } catch {
    // It had not started yet or was already gone.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

// Test data need not survive a crash.
async function preferSpeed(clusterUrl: string): Promise<void> {
  const url = new URL(clusterUrl)
  url.username = 'postgres' // the site's role may not change server settings
  const { db, close } = connect(url.href)
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await sql`alter system set ${sql.id(setting)} = off`.execute(db)
    }
    await sql`select pg_reload_conf()`.execute(db)
  } finally {
    await close()
  }
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
}
