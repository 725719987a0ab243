import { type Kysely, RawNode, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { nothingMore, raiseEdition } from '../../src/db/edition.ts'
import { openSameSnapshot } from '../../src/db/same-snapshot.ts'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import { type LoadedEdition, loadEdition } from '../../src/edition/load-edition.ts'
import { openIncidents, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud
let first: number
let before: LoadedEdition

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  ;({ alpha, beta } = await addSmallSite(db))
  first = await addDraft(db, { clouds: [alpha], title: 'First' })
  await publish(db, first)
})

beforeEach(async () => {
  before = await loadEdition(db)
})

afterAll(() => database.drop())

test('an edition contains the site and every published record with its clouds, services, data centers and updates', async () => {
  const id = await addDraft(db, { clouds: [beta, alpha], title: 'Whole', tags: ['a', 'b'] })
  const said = (at: string, body: string) => ({ record_id: id, posted_on: new Date(at), status_id: 3, body })
  await db
    .insertInto('record_updates')
    .values([said('2026-01-02T00:00:00Z', 'second'), said('2026-01-01T00:00:00Z', 'first')])
    .execute()
  const number = await publish(db, id)

  const edition = await loadEdition(db)
  expect(edition.number).toBe(number)
  expect(edition.site.clouds.map((cloud) => cloud.domain)).toEqual(['alpha.example', 'beta.example'])
  expect(edition.records.byId.get(id)).toMatchObject({
    title: 'Whole',
    tags: ['a', 'b'],
    clouds: [alpha.id, beta.id],
    services: [alpha.service, beta.service],
    dataCenters: [alpha.dataCenter, beta.dataCenter],
    updates: [{ body: 'first' }, { body: 'second' }],
  })
  expect(recordsOfCloud(edition.records, 'incident', beta.id).map((record) => record.id)).toEqual([id])
})

test('promise 4: an edition contains no drafts, scheduled or withdrawn records, or internal fields', async () => {
  await addDraft(db, { clouds: [alpha], title: DRAFT_CANARY, body: DRAFT_CANARY })
  const publish_at = new Date('2020-01-01T00:00:00Z')
  await addDraft(db, { clouds: [alpha], title: SCHEDULED_CANARY, state: 'scheduled', publish_at })
  const withdrawn = await addDraft(db, { clouds: [alpha], title: UNPUBLISHED_CANARY })
  await db
    .insertInto('record_updates')
    .values({ record_id: withdrawn, posted_on: new Date(), status_id: 3, body: UNPUBLISHED_CANARY })
    .execute()
  await publish(db, withdrawn)
  await unpublish(db, withdrawn)
  await db
    .insertInto('record_internals')
    .values({
      record_id: first,
      internal_note: INTERNAL_CANARY,
      jira_link: `https://x.example/${INTERNAL_CANARY}`,
    })
    .execute()
  await sql`update records set version = version + 1 where id = ${first}`.execute(db)

  for (const edition of [await loadEdition(db), await loadEdition(db, before)]) {
    const text = textOf(edition)
    expect(text).toContain('First')
    for (const canary of [DRAFT_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY, INTERNAL_CANARY]) {
      expect(text).not.toContain(canary)
    }
  }
})

test('an edition that is still the newest is returned unchanged, for one row read', async () => {
  const { counted, rowsRead } = countRows(db)
  expect(await loadEdition(counted, before)).toBe(before)
  expect(rowsRead()).toBe(1)
})

test('a publication loads only its record: everything else is the same object', async () => {
  for (let index = 0; index < 20; index++) await publish(db, await addDraft(db, { clouds: [alpha] }))
  before = await loadEdition(db)
  const id = await addDraft(db, { clouds: [beta], title: 'Only this' })
  await publish(db, id)

  const { counted, rowsRead } = countRows(db)
  const after = await loadEdition(counted, before)
  // The edition, the head of the log with its new entry and what it says about versions, the record, and one row each for
  // its clouds, services, data centers and publications.
  expect(rowsRead()).toBe(9)
  expect(after.site).toBe(before.site)
  expect(after.records.byId.get(first)).toBe(before.records.byId.get(first))
  expect(recordsOfCloud(after.records, 'incident', alpha.id)).toBe(
    recordsOfCloud(before.records, 'incident', alpha.id),
  )
  expect(after.records.byId.get(id)?.title).toBe('Only this')
  expect(after).toEqual(await loadEdition(db))
})

test('a changed record is reloaded with its current links', async () => {
  const id = await addDraft(db, { clouds: [alpha] })
  await publish(db, id)
  before = await loadEdition(db)

  await db.deleteFrom('record_clouds').where('record_id', '=', id).execute()
  await db.insertInto('record_clouds').values({ record_id: id, cloud_id: beta.id }).execute()
  await db.updateTable('records').set({ closed_on: new Date() }).where('id', '=', id).execute()
  await publish(db, id, { step: 'resolved' })

  const after = await loadEdition(db, before)
  expect(after.records.byId.get(id)?.clouds).toEqual([beta.id])
  expect(openIncidents(after.records, beta.id).map((record) => record.id)).not.toContain(id)
  expect(recordsOfCloud(after.records, 'incident', alpha.id).map((record) => record.id)).not.toContain(id)
  expect(after).toEqual(await loadEdition(db))
})

test('a withdrawn record leaves the next edition, and returns when published again', async () => {
  await unpublish(db, first)
  const without = await loadEdition(db, before)
  expect(without.records.byId.has(first)).toBe(false)
  expect(recordsOfCloud(without.records, 'incident', alpha.id).map((record) => record.id)).not.toContain(
    first,
  )
  expect(without).toEqual(await loadEdition(db))

  await publish(db, first)
  expect((await loadEdition(db, without)).records.byId.get(first)?.title).toBe('First')
})

test('a change to anything but records reloads the site and keeps the records', async () => {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('clouds').set({ title: 'Renamed' }).where('id', '=', beta.id).execute()
    await raiseEdition(trx, { at: new Date(), changes: 'site' }, nothingMore)
  })
  const after = await loadEdition(db, before)
  expect(after.site.clouds.map((cloud) => cloud.title)).toEqual(['Alpha', 'Renamed'])
  expect(after.siteNumber).toBe(after.number)
  expect(after.records.byId.get(first)).toBe(before.records.byId.get(first))
})

test('a retired cloud is no longer in the site', async () => {
  const retire = (retired_at: Date | null) =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('clouds').set({ retired_at }).where('id', '=', beta.id).execute()
      await raiseEdition(trx, { at: new Date(), changes: 'site' }, nothingMore)
    })
  await retire(new Date())
  expect((await loadEdition(db, before)).site.clouds.map((cloud) => cloud.id)).toEqual([alpha.id])
  await retire(null)
})

test('a database reset to an older edition is reloaded completely', async () => {
  const gone = await addDraft(db, { clouds: [alpha], title: 'Gone' })
  await publish(db, gone)
  const ahead = await loadEdition(db, before)
  expect(ahead.records.byId.has(gone)).toBe(true)

  await db.deleteFrom('publications').where('record_id', '=', gone).execute()
  await db.updateTable('records').set({ state: 'draft', edition: null }).where('id', '=', gone).execute()
  await db.updateTable('edition').set({ number: before.number }).execute()
  const after = await loadEdition(db, ahead)
  expect(after.number).toBe(before.number)
  expect(after.records.byId.has(gone)).toBe(false)
  expect(after).toEqual({ ...(await loadEdition(db)) })
})

test('a publication that commits during a load is either completely in the edition or not at all', async () => {
  const id = await addDraft(db, { clouds: [alpha], title: 'Between' })
  const numberBefore = (await loadEdition(db)).number
  let isPublished = false
  const racing = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isPublished) {
        isPublished = true
        await publish(db, id)
      }
      return result
    },
  })
  const caught = await loadEdition(racing)
  expect(caught.number).toBe(numberBefore)
  expect(caught.records.byId.has(id)).toBe(false)

  const after = await loadEdition(db, caught)
  expect(after.number).toBe(numberBefore + 1)
  expect(after.records.byId.get(id)?.title).toBe('Between')
})

function countRows(counting: Kysely<DB>) {
  let rows = 0
  const counted = counting.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length
      return result
    },
  })
  return { counted, rowsRead: () => rows }
}

function textOf(edition: LoadedEdition) {
  return JSON.stringify(edition, (_, value) => (value instanceof Map ? [...value] : value))
}

test('further connections see the same snapshot as the first, also after a publication, and a load of a long history through them gives the same edition', async () => {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const titleIn = async (seen: Kysely<DB>) =>
        (await seen.selectFrom('records').where('id', '=', first).select('title').executeTakeFirst())?.title
      const known = await titleIn(snapshot)
      const { connections, end } = await openSameSnapshot(db, snapshot, 2)
      await db.updateTable('records').set({ title: 'Of a moment later' }).where('id', '=', first).execute()
      expect(await Promise.all([snapshot, ...connections].map(titleIn))).toEqual([known, known, known])
      await end()
      await db
        .updateTable('records')
        .set({ title: known ?? '' })
        .where('id', '=', first)
        .execute()
    })
  const short = await loadEdition(db)
  await sql`
    insert into records (kind, event_type, title, alias, status_id, severity_tid)
    select kind, event_type, 'Draft', alias || number, status_id, severity_tid
    from records, generate_series(1, 5000) number
    where id = ${first}`.execute(db)
  expect(await loadEdition(db)).toEqual(short)
  expect(await loadEdition(withoutExport(db))).toEqual(short)
})

/** The export fails on the server, as on a full disk, and the transaction with it. */
function withoutExport(of: Kysely<DB>) {
  return of.withPlugin({
    transformQuery: ({ node }) =>
      RawNode.is(node) && node.sqlFragments[0]?.includes('pg_export_snapshot')
        ? RawNode.createWithSql('select 1 / 0')
        : node,
    transformResult: async ({ result }) => result,
  })
}

test('without further connections, an edition is loaded through one', async () => {
  const only = connect(database.url, { max: 1, connectWithinMs: 100 })
  try {
    await only.db.transaction().execute(async (snapshot) => {
      expect((await openSameSnapshot(only.db, snapshot, 2)).connections).toEqual([])
    })
  } finally {
    await only.close()
  }
})
