import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { publishRecord } from '../../src/publishing/publish-record.ts'
import { unpublishRecord } from '../../src/publishing/unpublish-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { faultsIn, HOSTILE_HTML, PAYLOAD } from '../support/hostile-html.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { standingHolder, testApp } from '../support/test-app.ts'

const now = new Date('2026-11-15T10:00:00Z')

let database: TestDatabase
let db: Kysely<DB>

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})

afterAll(() => database.drop())

test('publishing writes the record, its audit entry, its publication and the next edition', async () => {
  const recordId = await addDraft(db)
  const { number } = await currentEdition(db)
  const outcome = await publishRecord(db, {
    recordId,
    actor: actorNamed('blog_editor'),
    now,
    step: 'opened',
    isUrgent: true,
    notifies: true,
    idempotencyKey: 'key-1',
  })
  expect(outcome).toEqual({ kind: 'published', edition: number + 1, publicationId: expect.any(Number) })
  expect(await currentEdition(db)).toMatchObject({ number: number + 1, publishedAt: now })
  expect(await stateOf(recordId)).toEqual({
    record: { state: 'published', edition: number + 1, posted_on: now, updated_on: now, version: 2 },
    publications: [
      {
        step: 'opened',
        edition: number + 1,
        is_urgent: true,
        notifies: true,
        idempotency_key: 'key-1',
        created_at: now,
        expanded_at: null,
      },
    ],
    audit: [
      {
        at: now,
        actor: 'blog_editor',
        action: 'publish',
        before: { state: 'draft' },
        after: { state: 'published', edition: number + 1 },
      },
    ],
  })
})

test('publishing again keeps the first publication time and adds a publication', async () => {
  const recordId = await addDraft(db)
  await publish(db, recordId, { now })
  const later = new Date('2026-11-15T11:00:00Z')
  const edition = await publish(db, recordId, { now: later, step: 'updated', notifies: false })
  const { record, publications, audit } = await stateOf(recordId)
  expect(record).toMatchObject({ edition, posted_on: now, updated_on: later, version: 3 })
  expect(publications).toMatchObject([{ step: 'opened' }, { step: 'updated', notifies: false }])
  expect(audit).toMatchObject([{ before: { state: 'draft' } }, { before: { state: 'published' } }])
})

test.each(['records', 'publications', 'audit_log'])(
  'promise 2: a publication whose write to %s fails leaves nothing behind',
  async (table) => {
    const recordId = await addDraft(db)
    const [before, edition] = [await stateOf(recordId), await currentEdition(db)]
    const refusal = sql.id(`refuse_${table}`)
    await sql`create function ${refusal}() returns trigger language plpgsql
      as $$ begin raise exception 'disk full'; end $$`.execute(db)
    await sql`create trigger refuse before insert or update on ${sql.table(table)}
      for each row execute function ${refusal}()`.execute(db)

    await expect(publish(db, recordId)).rejects.toThrow('disk full')
    await sql`drop function ${refusal}() cascade`.execute(db)
    expect(await stateOf(recordId)).toEqual(before)
    expect(await currentEdition(db)).toEqual(edition)
  },
)

test('a retry with the same key publishes nothing twice and gets the first answer', async () => {
  const recordId = await addDraft(db)
  const edition = await publish(db, recordId, { idempotencyKey: 'key-2' })
  await publish(db, await addDraft(db))
  expect(await publish(db, recordId, { idempotencyKey: 'key-2' })).toBe(edition)
  expect((await stateOf(recordId)).publications).toHaveLength(1)
  expect((await stateOf(recordId)).audit).toHaveLength(1)
})

test('ten simultaneous retries with the same key publish once', async () => {
  const recordId = await addDraft(db)
  const retry = () => publish(db, recordId, { idempotencyKey: 'key-3' })
  const editions = await Promise.all(Array.from({ length: 10 }, retry))
  expect(new Set(editions).size).toBe(1)
  expect((await stateOf(recordId)).publications).toHaveLength(1)
})

test('a key that published one record is rejected for another', async () => {
  const [first, second] = [await addDraft(db), await addDraft(db)]
  await publish(db, first, { idempotencyKey: 'key-4' })
  const outcome = await publishRecord(db, {
    recordId: second,
    actor: actorNamed('trust_admin'),
    now,
    step: 'opened',
    isUrgent: false,
    notifies: true,
    idempotencyKey: 'key-4',
  })
  expect(outcome).toEqual({ kind: 'key-of-another-record', recordId: first })
  expect((await stateOf(second)).record?.state).toBe('draft')
})

test('simultaneous publications get consecutive editions', async () => {
  const { number } = await currentEdition(db)
  const records = await Promise.all(Array.from({ length: 8 }, () => addDraft(db)))
  const editions = await Promise.all(records.map((id) => publish(db, id)))
  expect(editions.toSorted((a, b) => a - b)).toEqual(records.map((_, index) => number + 1 + index))
  for (const [index, id] of records.entries()) {
    expect((await stateOf(id)).record?.edition).toBe(editions[index])
  }
})

test('an unknown record is not published, and uses no edition', async () => {
  const { number } = await currentEdition(db)
  await expect(publish(db, 2_000_000_000)).rejects.toThrow('no-such-record')
  expect((await currentEdition(db)).number).toBe(number)
})

test('unpublishing removes the record from the site and audits the reason', async () => {
  const recordId = await addDraft(db)
  await publish(db, recordId)
  const edition = await unpublish(db, recordId)
  const { record, audit } = await stateOf(recordId)
  expect(record).toMatchObject({ state: 'unpublished', edition })
  expect(audit.at(-1)).toMatchObject({
    action: 'unpublish',
    before: { state: 'published' },
    after: { state: 'unpublished', edition, reason: 'a mistake' },
  })
})

test("an unpublished record can't be unpublished", async () => {
  const { number } = await currentEdition(db)
  const withdraw = (recordId: number) =>
    unpublishRecord(db, { recordId, actor: actorNamed('trust_admin'), now, reason: 'a mistake' })
  expect(await withdraw(await addDraft(db))).toEqual({ kind: 'not-published' })
  expect(await withdraw(2_000_000_000)).toEqual({ kind: 'not-published' })
  expect((await currentEdition(db)).number).toBe(number)
})

describe('P-05 a record with hostile HTML', () => {
  const HOSTILE = `<p onclick="${PAYLOAD}">Packets are lost.<script>${PAYLOAD}</script></p><iframe src="https://evil.example/"></iframe>`
  const CLEAN = '<p>Packets are lost.</p>'

  test('is stored and served sanitized once published, in API, page and every feed', async () => {
    const { alpha } = await addSmallSite(db)
    const recordId = await addDraft(db, { clouds: [alpha], body: HOSTILE, from_time: now })
    const updateId = await addUpdate(recordId, `<img src=x onerror="${PAYLOAD}"><p>Better.</p>`)
    await publish(db, recordId, { now })

    expect(await bodiesOf(recordId)).toEqual([CLEAN, '<p>Better.</p>'])
    expect((await stateOf(recordId)).audit.at(-1)?.after).toMatchObject({
      state: 'published',
      cleaned: ['body', `update ${updateId}`],
    })
    const holder = standingHolder(now)
    holder.hold(await loadEdition(db))
    const site = await testApp({ holder })
    for (const url of [
      `/api/posts/${recordId}?cloud=alpha`,
      '/api/incident?cloud=alpha',
      `/alpha.example/posts/${recordId}`,
      '/rss-feed/incidents?cloud=alpha',
      '/rss-feed/incidents?cloud=alpha&format=atom',
      '/rss-feed/incidents?cloud=alpha&format=json',
    ]) {
      const { statusCode, body } = await site.app.inject({ url })
      expect(statusCode, url).toBe(200)
      expect(body, url).toContain('Packets are lost.')
      expect(body, url).not.toContain(PAYLOAD)
      expect(body, url).not.toContain('evil.example')
    }
    const page = (await site.app.inject({ url: `/alpha.example/posts/${recordId}` })).body
    expect(page).toContain(CLEAN)
    expect(page).toContain('<p>Better.</p>')
    await site.app.close()
  })

  test('of every known kind is stored sanitized', async () => {
    const recordId = await addDraft(db, { body: storable(HOSTILE_HTML.join('\n')) })
    for (const html of HOSTILE_HTML) await addUpdate(recordId, `<p>An update.</p>${storable(html)}`)
    await publish(db, recordId)
    const bodies = await bodiesOf(recordId)
    expect(bodies).toHaveLength(HOSTILE_HTML.length + 1)
    expect(bodies.flatMap(faultsIn)).toEqual([])
  })

  test('is sanitized again when published again with a new update', async () => {
    const recordId = await addDraft(db, { body: CLEAN })
    await publish(db, recordId)
    const updateId = await addUpdate(recordId, HOSTILE)
    await publish(db, recordId, { step: 'updated' })
    expect(await bodiesOf(recordId)).toEqual([CLEAN, CLEAN])
    const { audit } = await stateOf(recordId)
    expect(audit[0]?.after).not.toHaveProperty('cleaned')
    expect(audit[1]?.after).toMatchObject({ cleaned: [`update ${updateId}`] })
  })

  test('is not published while one of its updates is empty after sanitizing, and stays unchanged', async () => {
    const recordId = await addDraft(db, { body: HOSTILE })
    const updateId = await addUpdate(recordId, `<script>${PAYLOAD}</script>`)
    const { number } = await currentEdition(db)
    const publishing = {
      recordId,
      actor: actorNamed('trust_admin'),
      now,
      step: 'opened',
      isUrgent: false,
    } as const
    const outcome = await publishRecord(db, { ...publishing, notifies: true })
    expect(outcome).toEqual({ kind: 'nothing-left-of-update', updateId })
    expect((await stateOf(recordId)).record).toMatchObject({ state: 'draft', version: 1 })
    expect((await bodiesOf(recordId))[0]).toBe(HOSTILE)
    expect((await currentEdition(db)).number).toBe(number)
  })
})

async function addUpdate(recordId: number, body: string): Promise<number> {
  const { id } = await db
    .insertInto('record_updates')
    .values({ record_id: recordId, status_id: 2, posted_on: now, body })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function bodiesOf(recordId: number): Promise<string[]> {
  const { body } = await db
    .selectFrom('records')
    .where('id', '=', recordId)
    .select('body')
    .executeTakeFirstOrThrow()
  const updates = await db
    .selectFrom('record_updates')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .select('body')
    .execute()
  return [body, ...updates.map((update) => update.body)]
}

/** PostgreSQL stores every character but NUL. */
function storable(html: string) {
  return html.replaceAll('\0', '')
}

async function stateOf(recordId: number) {
  const record = await db
    .selectFrom('records')
    .where('id', '=', recordId)
    .select(['state', 'edition', 'posted_on', 'updated_on', 'version'])
    .executeTakeFirst()
  const publications = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .select(['step', 'edition', 'is_urgent', 'notifies', 'idempotency_key', 'created_at', 'expanded_at'])
    .execute()
  const audit = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'record')
    .where('entity_id', '=', String(recordId))
    .orderBy('id')
    .select(['at', 'actor', 'action', 'before', 'after'])
    .execute()
  return { record, publications, audit }
}
