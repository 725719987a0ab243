import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { DB } from './database.ts'
import { migrations } from './migrations/migrations.ts'

const OLDEST_SERVER_MAJOR = 15
/** While a migration waits for a table, everyone who reads the table waits behind it. */
const LOCK_WITHIN_MS = 2_000
const AGAIN_AFTER_MS = 5_000
/** About ten minutes, because a backup reads that long. */
const MOST_TRIES = 85

export type MigrateOutcome =
  | { kind: 'migrated'; applied: string[] } // in order; empty if the database was up to date
  /** A retry can't help: another version of Candor or PostgreSQL is needed. */
  | { kind: 'refused'; line: string }
  | { kind: 'failed'; line: string }

export async function migrate(
  db: Kysely<DB>,
  { againAfterMs = AGAIN_AFTER_MS, mostTries = MOST_TRIES } = {},
): Promise<MigrateOutcome> {
  const { major, version } = await findServerVersion(db)
  if (major < OLDEST_SERVER_MAJOR) {
    return refusal(`PostgreSQL ${version} is too old: Candor needs ${OLDEST_SERVER_MAJOR} or newer.`)
  }
  return db.connection().execute(async (connection) => {
    // Waiting for another process, or migrating years of records, may take longer than any request.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      for (let tries = 1; ; tries++) {
        const outcome = await applyPending(connection)
        if (outcome !== 'locked') return outcome
        if (tries >= mostTries) return { kind: 'failed', line: LOCKED }
        await delay(againAfterMs)
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function findServerVersion(db: Kysely<DB>) {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `.execute(db)
  const { number = 0, version = 'of unknown version' } = rows[0] ?? {}
  return { major: Math.floor(number / 10_000), version }
}

const LOCKED =
  'Cannot prepare the database: another session, such as a backup, is using its tables. Nothing was changed. Start again when that session has ended.'

async function applyPending(db: Kysely<DB>): Promise<MigrateOutcome | 'locked'> {
  const unknown = await findUnknownMigrations(db)
  if (unknown.length > 0) return refusedAsNewer(unknown)

  const migrator = new Migrator({ db, provider: { getMigrations: async () => IMPATIENT } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    // A newer version may have migrated while this process waited for the lock.
    const unknownByNow = await findUnknownMigrations(db)
    if (unknownByNow.length > 0) return refusedAsNewer(unknownByNow)
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return 'locked'
    return {
      kind: 'failed',
      line: `Cannot prepare the database: ${(error as Error).message}. Nothing was changed.`,
    }
  }
  return { kind: 'migrated', applied: results.map((result) => result.migrationName) }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** The limit applies when they run. Before that, a process waits as long as another one migrates. */
const IMPATIENT: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]) => [
    name,
    {
      up: async (db) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(db)
        await up(db)
      },
    },
  ]),
)

async function findUnknownMigrations(db: Kysely<DB>): Promise<string[]> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name))
}

function refusedAsNewer(unknown: string[]): MigrateOutcome {
  return refusal(
    `This database was last used by a newer version of Candor (it knows ${unknown.join(', ')}): start that version or a newer one.`,
  )
}

function refusal(line: string): MigrateOutcome {
  return { kind: 'refused', line }
}
