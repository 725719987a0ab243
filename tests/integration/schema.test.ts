import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseTypes } from '../../scripts/database-types.ts'
import type { Records, Users } from '../../src/db/database.ts'
import { schemaSql } from '../../src/db/schema-sql.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

describe('the committed files match the migrations (else: npm run schema)', () => {
  test('schema.sql', async () => {
    expect(await readFile('schema.sql', 'utf8')).toBe(await schemaSql(database.db))
  })

  test('src/db/database.ts', async () => {
    expect(await readFile('src/db/database.ts', 'utf8')).toBe(await databaseTypes(database.db))
  })

  test('schema.sql builds the same schema in a new database', async () => {
    const copy = await bareDatabase()
    try {
      await sql.raw(await readFile('schema.sql', 'utf8')).execute(copy.db)
      expect(await schemaSql(copy.db)).toBe(await schemaSql(database.db))
    } finally {
      await copy.drop()
    }
  })
})

describe('every table', () => {
  test('has an index for each foreign key', async () => {
    const { rows } = await sql`
      select conrelid::regclass::text as table, conname as key
      from pg_constraint
      where contype = 'f' and not exists (
        select from pg_index
        where indrelid = conrelid
          and (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(conkey)] operator(pg_catalog.@>) conkey
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)',
            (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])))
      )`.execute(database.db)
    expect(rows).toEqual([])
  })

  test('has a primary key and a comment on its purpose', async () => {
    const { rows } = await sql`
      select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^kysely_' and (
        obj_description(oid, 'pg_class') is null
        or not exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p')
      )`.execute(database.db)
    expect(rows).toEqual([])
  })
})

describe('the fixed rows', () => {
  test('are the specified severities with their IDs', async () => {
    const severities = await database.db
      .selectFrom('severities')
      .select(['tid', 'name'])
      .orderBy('tid')
      .execute()
    expect(severities).toEqual([
      { tid: 17, name: 'Under Investigation' },
      { tid: 19, name: 'Service Degradation' },
      { tid: 20, name: 'Service Disruption' },
      { tid: 641, name: 'Security Advisory' },
      { tid: 1356, name: 'Informational' },
      { tid: 1361, name: 'No Service Impact' },
    ])
  })

  test('S-08 show three severities in the legend', async () => {
    const legend = database.db.selectFrom('severities').select('name').where('in_legend', '=', true)
    expect((await legend.orderBy('tid').execute()).map(({ name }) => name)).toEqual([
      'Under Investigation',
      'Service Degradation',
      'Service Disruption',
    ])
  })

  test('L-10 give every status its icon', async () => {
    const statuses = await database.db.selectFrom('statuses').select(['name', 'icon']).execute()
    expect(Object.fromEntries(statuses.map(({ name, icon }) => [name, icon]))).toEqual({
      Scheduled: 'hourglass',
      'In Progress': 'hourglass',
      Completed: 'check',
      Resolved: 'check',
      Postponed: 'calendar-crossed',
      Archived: 'calendar-crossed',
      Monitoring: 'eye',
      Remediated: 'shield',
    })
  })

  test('have exactly one edition', async () => {
    expect(await database.db.selectFrom('edition').select(['number', 'site_number']).execute()).toEqual([
      { number: 0, site_number: 0 },
    ])
    await expect(database.db.insertInto('edition').defaultValues().execute()).rejects.toThrow('edition_pkey')
    await expect(database.db.insertInto('edition').values({ id: false }).execute()).rejects.toThrow(
      'edition_has_one_row',
    )
  })
})

describe('a record', () => {
  test('that is scheduled needs a publication time', async () => {
    await expect(addRecord({ state: 'scheduled' })).rejects.toThrow('records_scheduled_needs_publish_at')
  })

  test('that is published needs its time and its edition', async () => {
    const posted_on = new Date()
    await expect(addRecord({ state: 'published', edition: 1 })).rejects.toThrow(
      'records_published_needs_posted_on',
    )
    await expect(addRecord({ state: 'published', posted_on })).rejects.toThrow(
      'records_published_needs_edition',
    )
    await expect(addRecord({ state: 'published', posted_on, edition: 1 })).resolves.toBeGreaterThan(0)
  })

  test('has a notification type exactly if it is a notification', async () => {
    const refused = 'records_only_notifications_have_a_notification_type'
    await expect(addRecord({ kind: 'notification' })).rejects.toThrow(refused)
    await expect(addRecord({ kind: 'incident', notification_type: 'cloud_app' })).rejects.toThrow(refused)
  })

  test("G-11 can't redirect to a script, or to another host by two slashes", async () => {
    for (const redirect of ['javascript:alert(1)', '//evil.example', '/\\evil.example']) {
      await expect(addRecord({ redirect })).rejects.toThrow('records_redirect_is_a_path_or_address')
    }
  })

  test("with publications can't be deleted", async () => {
    const record_id = await addRecord({})
    await addPublication(record_id)
    await expect(database.db.deleteFrom('records').where('id', '=', record_id).execute()).rejects.toThrow(
      'publications_record_fkey',
    )
  })
})

describe('a user', () => {
  test("from the identity provider can't have a password", async () => {
    const identity = { oidc_issuer: 'https://id.example', oidc_subject: '1' }
    await expect(addUser({ ...identity, password_hash: 'x' })).rejects.toThrow('users_staff_has_no_password')
    await expect(addUser(identity)).resolves.toBeGreaterThan(0)
  })

  test('has a lowercase address', async () => {
    await expect(addUser({ email: 'Someone@example.com' })).rejects.toThrow('users_email_normalised')
  })

  test('rejects a second identical subscription, even if cloud or tid is null', async () => {
    const user_id = await addUser({})
    const subscribe = () =>
      database.db.insertInto('subscriptions').values({ user_id, scope: 'terms' }).execute()
    await subscribe()
    await expect(subscribe()).rejects.toThrow('subscriptions_once')
  })

  test("can't subscribe to nothing", async () => {
    const user_id = await addUser({})
    const subscribe = database.db.insertInto('subscriptions')
    await expect(subscribe.values({ user_id, scope: 'term' }).execute()).rejects.toThrow(
      'subscriptions_tid_for_single_things',
    )
    await expect(subscribe.values({ user_id, scope: 'term', tid: 1 }).execute()).rejects.toThrow(
      'subscriptions_term_fkey',
    )
    await expect(subscribe.values({ user_id, scope: 'maintenance' }).execute()).rejects.toThrow(
      'subscriptions_cloud_unless_terms',
    )
  })

  test('U-10 has one mail channel from the start, without a separate address', async () => {
    const user_id = await addUser({})
    const channels = database.db.selectFrom('channels').where('user_id', '=', user_id)
    expect(await channels.select(['kind', 'address', 'is_enabled']).execute()).toEqual([
      { kind: 'email', address: null, is_enabled: true },
    ])
    const add = (address: string | null) =>
      database.db.insertInto('channels').values({ user_id, kind: 'email', address }).execute()
    await expect(add(null)).rejects.toThrow('channels_address_idx')
    await expect(add('someone@example.com')).rejects.toThrow('channels_address_fits_kind')
  })

  test('is notified of a publication once per channel, and only over own channels', async () => {
    const user_id = await addUser({})
    const { id: channel_id } = await database.db
      .selectFrom('channels')
      .where('user_id', '=', user_id)
      .select('id')
      .executeTakeFirstOrThrow()
    const delivery = {
      publication_id: await addPublication(await addRecord({})),
      channel_id,
      kind: 'email',
      lane: 'mail',
      priority: 1,
      due_at: new Date(),
    } as const
    const deliver = (to: number) =>
      database.db
        .insertInto('deliveries')
        .values({ ...delivery, user_id: to })
        .execute()

    await deliver(user_id)
    await expect(deliver(user_id)).rejects.toThrow('deliveries_once')
    await expect(deliver(await addUser({}))).rejects.toThrow('deliveries_channel_fkey')
  })
})

describe('Z-06 the audit log', () => {
  test('takes entries and refuses to change, delete or truncate them', async () => {
    const { id } = await addEntry(null)
    const { db } = database
    const refused = 'audit_log is append-only'
    await expect(db.updateTable('audit_log').set({ action: 'other' }).execute()).rejects.toThrow(refused)
    await expect(db.deleteFrom('audit_log').where('id', '=', id).execute()).rejects.toThrow(refused)
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refused)
  })

  test("outlives the actor's account", async () => {
    const user_id = await addUser({})
    const { id } = await addEntry(user_id)
    await database.db.deleteFrom('users').where('id', '=', user_id).execute()
    const entry = database.db.selectFrom('audit_log').select(['actor_user_id', 'actor']).where('id', '=', id)
    expect(await entry.execute()).toEqual([{ actor_user_id: null, actor: 'trust_admin' }])
  })

  test('keeps the actor while the account exists', async () => {
    const { id } = await addEntry(await addUser({}))
    const other = await addUser({})
    const change = database.db.updateTable('audit_log').set({ actor_user_id: other }).where('id', '=', id)
    await expect(change.execute()).rejects.toThrow('audit_log is append-only')
  })
})

async function addRecord(fields: Partial<Insertable<Records>>): Promise<number> {
  const { id } = await database.db
    .insertInto('records')
    .values({
      kind: 'incident',
      event_type: 'service_disruption',
      title: 'Traffic is slow',
      alias: randomBytes(8).toString('hex'),
      status_id: 2,
      severity_tid: 20,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addPublication(record_id: number): Promise<number> {
  const { id } = await database.db
    .insertInto('publications')
    .values({
      record_id,
      step: 'opened',
      edition: 1,
      kind: 'incident',
      severity_rank: 50,
      gravest_rank: 50,
      content: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addUser(fields: Partial<Insertable<Users>>): Promise<number> {
  const { id } = await database.db
    .insertInto('users')
    .values({ email: `${randomBytes(8).toString('hex')}@example.com`, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function addEntry(actor_user_id: number | null) {
  return database.db
    .insertInto('audit_log')
    .values({ actor_user_id, actor: 'trust_admin', action: 'publish', entity: 'record', entity_id: '1' })
    .returning('id')
    .executeTakeFirstOrThrow()
}
