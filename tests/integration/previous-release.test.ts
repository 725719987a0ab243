import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'

/**
 * Changes that processes of the previous release can live with during an upgrade, each with the reason:
 * `'table.constraint changed': 'allows one kind more'`. Cleared when the fixture is replaced.
 */
const ACCEPTED: Record<string, string> = {
  'account_mails.account_mails_kind_known changed': 'allows one kind more',
  'publications.publications_step_known changed': 'allows one step more',
  'channels.channels_address_fits_kind changed': 'allows sealed addresses besides, once SECRETS_KEY is set',
  'account_mails.account_mails_user_unless_reset changed': 'allows two kinds more without an account',
  'account_mails.account_mails_follow_if_confirmed is new':
    'only concerns a kind that the release doesn’t write',
  'one_time_tokens.one_time_tokens_purpose_known changed': 'allows one purpose more',
  'sessions.sessions_opened_by_known changed': 'allows one way more',
  'subscriptions.subscriptions_scope_known changed': 'allows one scope more',
  'subscriptions.subscriptions_cloud_unless_terms changed': 'the same for the scopes that the release knows',
  'subscriptions.subscriptions_tid_for_single_things changed':
    'the same for the scopes that the release knows',
  'account_mails.account_mails_channel_if_about_one changed': 'the same for the kinds that the release knows',
  'channels.channels_mail_reminds_anyway is new': 'only concerns a column that the release doesn’t write',
  'record_templates.record_templates_purpose_known changed': 'allows one purpose more',
  'record_templates.record_templates_only_incidents_have_post_mortems is new':
    'only concerns a purpose that the release doesn’t write',
  'channels.channels_address_idx changed': 'the same for addresses in clear; no statement names it',
}

let before: TestDatabase
let now: TestDatabase

beforeAll(async () => {
  ;[before, now] = await Promise.all([bareDatabase(), testDatabase()])
  await sql.raw(await readFile('tests/previous-release/schema.sql', 'utf8')).execute(before.db)
})

afterAll(() => Promise.all([before.drop(), now.drop()]))

test('processes of the previous release can read and write the migrated database', async () => {
  const broken = await whatBreaks(before.db, now.db)
  expect(broken.filter((what) => !Object.hasOwn(ACCEPTED, what))).toEqual([])
})

test.each([
  ['drop table settings cascade', ['settings is gone']],
  ['alter table users drop column timezone cascade', ['users.timezone is gone']],
  [
    'alter table users rename column timezone to zone',
    ['users.timezone is gone', 'users.users_timezone_not_empty changed'],
  ],
  ['alter table users alter column timezone drop default', ['users.timezone has no default any more']],
  ['alter table users alter column locked_at set not null', ['users.locked_at is required']],
  ['alter table users alter column timezone drop not null', ['users.timezone may be null']],
  ['alter table settings alter column version type bigint', ['settings.version is bigint']],
  ['alter table users add column shoe_size integer not null', ['users.shoe_size is required']],
  ['alter table users add constraint odd check (id <> 7)', ['users.odd is new']],
  ['alter table edition drop constraint edition_pkey', ['edition.edition_pkey is gone']],
  ['create unique index odd on users (timezone)', ['users.odd is new']],
  ['alter table users add column shoe_size integer check (shoe_size > 0)', []],
  ['alter table users add column shoe_size integer not null default 40', []],
  ['create table shoes (id integer primary key, size integer not null)', []],
  ['alter table edition drop constraint edition_site_number_not_ahead', []],
])('the check works: %s', async (change, broken) => {
  await now.db
    .transaction()
    .execute(async (trx) => {
      const others = await whatBreaks(before.db, trx)
      await sql.raw(change).execute(trx)
      const found = (await whatBreaks(before.db, trx)).filter((what) => !others.includes(what))
      expect(found).toEqual(broken)
      throw new RolledBack()
    })
    .catch((error) => {
      if (!(error instanceof RolledBack)) throw error
    })
})

class RolledBack extends Error {}

/** Where statements written for one schema fail on the other, or find something unexpected. */
async function whatBreaks(known: Kysely<DB>, met: Kysely<DB>): Promise<string[]> {
  const [old, next] = [await catalogOf(known), await catalogOf(met)]
  const broken: string[] = []
  const tables = new Set([...old.columns.values()].map(({ table }) => table))
  const tablesNow = new Set([...next.columns.values()].map(({ table }) => table))
  for (const table of tables) if (!tablesNow.has(table)) broken.push(`${table} is gone`)
  const isLeft = ({ table }: { table: string }) => tables.has(table) && tablesNow.has(table)

  for (const [name, column] of old.columns) {
    if (!isLeft(column)) continue
    const found = next.columns.get(name)
    if (found === undefined) broken.push(`${name} is gone`)
    else if (found.type !== column.type) broken.push(`${name} is ${found.type}`)
    else if (found.isRequired && !column.isRequired) broken.push(`${name} is required`)
    else if (column.isRequired && !found.isRequired) broken.push(`${name} may be null`)
    else if (column.isFilled && !found.isFilled) broken.push(`${name} has no default any more`)
  }
  for (const [name, column] of next.columns) {
    const isNew = isLeft(column) && !old.columns.has(name)
    if (isNew && column.isRequired && !column.isFilled) broken.push(`${name} is required`)
  }

  for (const [name, rule] of old.rules) {
    if (!isLeft(rule)) continue
    const found = next.rules.get(name)
    // A dropped constraint breaks nothing, except that `on conflict` refers to unique ones.
    if (found === undefined) {
      if (rule.isUnique && rule.columns.every((column) => next.columns.has(`${rule.table}.${column}`)))
        broken.push(`${name} is gone`)
    } else if (found.definition !== rule.definition) broken.push(`${name} changed`)
  }
  for (const [name, rule] of next.rules) {
    const isOfNewColumns =
      rule.columns.length > 0 && rule.columns.every((column) => !old.columns.has(`${rule.table}.${column}`))
    if (isLeft(rule) && !old.rules.has(name) && !isOfNewColumns) broken.push(`${name} is new`)
  }
  return broken.sort()
}

interface Column {
  table: string
  type: string
  isRequired: boolean
  isFilled: boolean
}

interface Rule {
  table: string
  definition: string
  columns: string[]
  isUnique: boolean
}

async function catalogOf(db: Kysely<DB>) {
  const { rows: columns } = await sql<Column & { name: string }>`
    select relname as table, relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired", atthasdef or attidentity <> '' as "isFilled"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and relname not like 'kysely%'
    order by relname, attnum`.execute(db)
  const { rows: rules } = await sql<Rule & { name: string }>`
    select conrelid::regclass::text as table, conrelid::regclass || '.' || conname as name,
      pg_get_constraintdef(oid) as definition, contype in ('p', 'u') as "isUnique",
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
    from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'p', 'u', 'f', 'x')
    union all
    select indrelid::regclass::text, indrelid::regclass || '.' || relname, pg_get_indexdef(indexrelid), true,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by name`.execute(db)
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    rules: new Map(rules.map((rule) => [rule.name, rule])),
  }
}
