import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type EditionHolder, holdEdition } from '../../src/edition/hold-edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const NEVER_MS = 1_000_000_000
/** The cost of an open page every few seconds, without headers. */
const MOST_BYTES = 120

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let holder: EditionHolder
let site: TestApp
const opened: TestApp[] = []

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  alpha = (await addSmallSite(db)).alpha
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  holder = holdEdition({ db, url: database.url, clock: () => new Date(), pollEveryMs: NEVER_MS })
  await holder.refresh()
  site = await testApp({ holder })
})

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close()
})

afterAll(async () => {
  await site.app.close()
  await holder.stop()
  await database.drop()
})

test('a polling page gets number, time and age in a few bytes', async () => {
  const { statusCode, headers, rawPayload } = await ask()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
    etag: expect.stringMatching(/^"[^"]+"$/),
  })
  const { edition } = (await site.app.inject('/api/global')).json()
  expect(JSON.parse(rawPayload.toString())).toEqual(edition)
  expect(edition).toEqual({
    number: holder.current()?.edition.number,
    published_at: holder.current()?.edition.publishedAt.toISOString(),
    stale_since: null,
    turned_at: null,
    in_maintenance: false,
  })
  expect(rawPayload.length).toBeLessThan(MOST_BYTES)
})

test('an unchanged answer is a 304 without a body, however much time passes', async () => {
  let now = new Date()
  const later = await testApp({ holder, clock: () => now })
  opened.push(later)
  const { etag } = (await later.app.inject('/api/edition')).headers
  now = new Date(now.getTime() + 3_600_000)
  const again = await later.app.inject({ url: '/api/edition', headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('thousands of polls share one cached answer', async () => {
  await ask()
  const kept = holder.current()?.answers.entries
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`?_=${index}`)))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(holder.current()?.answers.entries).toBe(kept)
})

test('a publication and a withdrawal each change it', async () => {
  const before = await ask()
  const recordId = await addDraft(db, { clouds: [alpha] })
  const now = new Date('2026-11-15T10:00:00.000Z')
  const number = await publish(db, recordId, { now })
  await holder.refresh()
  const published = await ask('', before.headers.etag)
  expect(published.statusCode).toBe(200)
  expect(published.json()).toMatchObject({ number, published_at: now.toISOString() })

  const withdrawn = await unpublish(db, recordId)
  await holder.refresh()
  expect((await ask('', published.headers.etag)).json()).toMatchObject({ number: withdrawn })
})

test('promise 1: it says since when the content is unconfirmed', async () => {
  const standing = standingHolder(new Date())
  const edition = await loadEdition(db)
  const staleSince = new Date('2026-11-15T09:00:00Z')
  standing.hold(edition)
  const other = await testApp({ holder: standing })
  opened.push(other)
  const current = await other.app.inject('/api/edition')
  standing.hold(edition, staleSince)
  const stale = await other.app.inject({
    url: '/api/edition',
    headers: { 'if-none-match': String(current.headers.etag) },
  })
  expect(stale.json()).toEqual({ ...current.json(), stale_since: staleSince.toISOString() })
})

test('a site without content says so', async () => {
  const empty = await testApp({ holder: standingHolder(new Date()) })
  opened.push(empty)
  expect((await empty.app.inject('/api/edition')).statusCode).toBe(503)
})

function ask(query = '', etag?: string | string[]) {
  const headers = etag === undefined ? {} : { 'if-none-match': String(etag) }
  return site.app.inject({ url: `/api/edition${query}`, headers })
}
