import { Migrator, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/migrations.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'

const everyMigration = Object.keys(migrations)
const made: TestDatabase[] = []

afterAll(() => Promise.all(made.map((database) => database.drop())))

test('of ten connections that migrate an empty database at the same time one does the work, and nothing is left for the next', async () => {
  const { url, db } = await emptyDatabase()
  const connections = Array.from({ length: 10 }, () => connect(url))
  const outcomes = await Promise.all(connections.map(({ db }) => migrate(db)))
  await Promise.all(connections.map(({ close }) => close()))

  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill('migrated'))
  expect(outcomes.flatMap((outcome) => ('applied' in outcome ? outcome.applied : []))).toEqual(everyMigration)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(everyMigration)
  expect(await migrate(db)).toEqual({ kind: 'migrated', applied: [] })
})

test('a database of a newer version is rejected with one line and left unchanged', async () => {
  const { db } = await migratedDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(db)

  expect(await migrate(db)).toEqual({
    kind: 'refused',
    line: expect.stringMatching(
      /^This database was last used by a newer version of Candor.*9999-from-the-future.*$/,
    ),
  })
})

test('a server older than 15 is rejected with one line', async () => {
  const { db, url } = await emptyDatabase()
  // A function that shadows the server's own makes it look like an old version.
  await sql`create function public.current_setting(setting text) returns text language sql
    as $$ select case setting when 'server_version_num' then '140011' else '14.11' end $$`.execute(db)
  const old = connect(`${url}&options=${encodeURIComponent('-c search_path=public,pg_catalog')}`)

  expect(await migrate(old.db).finally(old.close)).toEqual({
    kind: 'refused',
    line: 'PostgreSQL 14.11 is too old: Candor needs 15 or newer.',
  })
})

test('statements have a timeout again after migrating', async () => {
  const { url } = await migratedDatabase()
  const { db, close, pool } = connect(url)
  await migrate(db)
  const { rows } = await sql`show statement_timeout`.execute(db)
  expect(pool.totalCount).toBe(1)
  expect(rows).toEqual([{ statement_timeout: '30s' }])
  await close()
})

test('a migration that waits for a reader gives up its place in the queue and tries again', async () => {
  const { db, url } = await emptyDatabase()
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'))
  await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest()
  const { db: other, close } = connect(url)
  const migrating = await other.transaction().execute(async (backup) => {
    await sql`select from records`.execute(backup)
    expect(await migrate(db, { mostTries: 1 })).toEqual({
      kind: 'failed',
      line: expect.stringContaining('another session, such as a backup, is using its tables'),
    })
    const again = { outcome: migrate(db, { againAfterMs: 50 }) }
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(other)
      expect(rows).not.toEqual([])
    })
    await sql`select from records`.execute(other)
    return again
  })
  expect(await migrating.outcome).toEqual({ kind: 'migrated', applied: everyMigration.slice(9) })
  await close()
})

test('U-10 older accounts get a mail channel, and old records notify no one', async () => {
  const { db } = await emptyDatabase()
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0004'))
  await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest()
  await sql`
    insert into users (email) values ('someone@customer.example');
    insert into records (kind, event_type, title, alias, status_id, severity_tid)
    values ('incident', 'service_disruption', 'Old', 'old', 2, 19);
    insert into publications (record_id, step, edition) select id, 'opened', 1 from records`.execute(db)

  expect(await migrate(db)).toEqual({ kind: 'migrated', applied: everyMigration.slice(3) })
  const channels = await db.selectFrom('channels').select(['kind', 'address', 'is_enabled']).execute()
  expect(channels).toEqual([{ kind: 'email', address: null, is_enabled: true }])
  const publications = await db.selectFrom('publications').selectAll().execute()
  expect(publications).toMatchObject([
    { kind: 'incident', gravest_rank: 40, content: { title: 'Old' }, expanded_at: expect.any(Date) },
  ])
})

test('severities in older updates become changes from the one before, and repeated ones are dropped', async () => {
  const { db } = await emptyDatabase()
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'))
  await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest()
  await sql`
    insert into records (kind, event_type, title, alias, status_id, severity_tid)
    values ('incident', 'service_disruption', 'Old', 'old', 2, 19);
    insert into record_updates (record_id, posted_on, body, status_id, severity_tid)
    select id, at::timestamptz, 'News', 2, tid
    from records, (values ('2026-01-01', 19), ('2026-01-02', null), ('2026-01-03', 19), ('2026-01-04', 20)) as u (at, tid)
  `.execute(db)

  expect((await migrate(db)).kind).toBe('migrated')
  const changes = await db
    .selectFrom('record_changes')
    .select(['severity_before', 'severity_after'])
    .orderBy('made_on')
    .execute()
  expect(changes).toEqual([
    { severity_before: null, severity_after: 19 },
    { severity_before: 19, severity_after: 20 },
  ])
})

async function migratedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  made.push(database)
  return database
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await bareDatabase()
  made.push(database)
  return database
}
