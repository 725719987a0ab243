import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { claimPurge, settlePurge } from '../../src/db/purges.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type PurgeEvent, type Purging, startPurging } from '../../src/edition/purge/start-purging.ts'
import { changedKeys } from '../../src/edition/purge/surrogate-keys.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'
import { publish, unpublish } from '../support/publish.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'

const RELEASE = 'one build with some settings'
const NEVER_MS = 1_000_000_000

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let receiver: HttpReceiver
let started: Purging[]
let events: PurgeEvent[]

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  alpha = (await addSmallSite(db)).alpha
})

beforeEach(async () => {
  receiver = await httpReceiver()
  started = []
  events = []
})

afterEach(async () => {
  for (const purging of started) await purging.stop()
  await receiver.stop()
})

afterAll(() => database.drop())

test('a new edition purges the keys of everything that changed', async () => {
  const purging = await purgingFromNow()
  const id = await addDraft(db, { kind: 'maintenance', event_type: 'scheduled', clouds: [alpha] })
  const number = await publish(db, id)
  purging.swapped(await loadEdition(db))
  const post = await receiver.postTo('/purge', 1)
  expect(post.json()).toEqual({
    edition: number,
    since: number - 1,
    keys: [`record-${id}`, 'clouds', 'cloud-alpha'],
  })
  expect(post.headers).toMatchObject({
    'surrogate-key': `record-${id} clouds cloud-alpha`,
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  })
})

test.each([
  [
    'an incident that changes the state of its cloud, which every page shows',
    () => addDraft(db, { clouds: [alpha] }).then((id) => publish(db, id)),
  ],
  ['a change to the site', () => raiseSite(db)],
])('%s purges everything', async (_what, change) => {
  const purging = await purgingFromNow()
  await change()
  purging.swapped(await loadEdition(db))
  expect((await receiver.postTo('/purge', 1)).json<{ keys: string[] }>().keys).toContain('site')
})

test('an update of an open incident purges its cloud, and not the others', async () => {
  const id = await addDraft(db, { clouds: [alpha] })
  await publish(db, id)
  const before = await loadEdition(db)
  await publish(db, id, { step: 'updated' })
  const keys = changedKeys(before, await loadEdition(db, before))
  expect(keys).toEqual([`record-${id}`, 'clouds', 'cloud-alpha'])
})

test('a record whose messages went out is purged with the edition that says so, whatever else changed in it', async () => {
  const id = await addDraft(db, { clouds: [alpha] })
  await publish(db, id)
  const before = await loadEdition(db)
  const times = {
    record_id: id,
    messages: 20,
    first_sent_at: new Date(),
    most_sent_at: null,
    is_final: false,
    all_failed: false,
  }
  expect(changedKeys(before, { ...before, messageTimes: new Map([[id, times]]) })).toEqual([
    `record-${id}`,
    'clouds',
    'cloud-alpha',
  ])
})

test('an unpublished record is purged, and everything: each cloud counts what was withdrawn on any', async () => {
  const id = await addDraft(db, { kind: 'maintenance', event_type: 'scheduled', clouds: [alpha] })
  await publish(db, id)
  const purging = await purgingFromNow()
  await unpublish(db, id)
  purging.swapped(await loadEdition(db))
  const { keys } = (await receiver.postTo('/purge', 1)).json<{ keys: string[] }>()
  expect(keys).toEqual(expect.arrayContaining([`record-${id}`, 'site']))
})

test('only one of several processes purges', async () => {
  const processes = [await purgingFromNow(), await purgingFromNow(), await purgingFromNow()]
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  const edition = await loadEdition(db)
  for (const purging of processes) purging.swapped(edition)
  await receiver.postTo('/purge', 1)
  await eventually(() => expect(events.filter(({ kind }) => kind === 'purged')).toHaveLength(1))
  const late = startPurging(options())
  started.push(late)
  late.swapped(edition)
  await late.stop()
  expect(receiver.posts).toHaveLength(1)
})

test('it purges again later, for caches that asked a process that was slightly behind', async () => {
  const purging = await purgingFromNow({ repeatedAfterMs: [10] })
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  purging.swapped(await loadEdition(db))
  const again = await receiver.postTo('/purge', 2)
  expect(again.json()).toEqual(receiver.posts[0]?.json())
})

test('a failing receiver gets all missed keys when it is back', async () => {
  const purging = await purgingFromNow()
  receiver.behave({ kind: 'answer', status: 500 })
  const ids: number[] = []
  for (let at = 0; at < 2; at++) {
    const id = await addDraft(db, { kind: 'maintenance', event_type: 'scheduled', clouds: [alpha] })
    await publish(db, id)
    purging.swapped(await loadEdition(db))
    await eventually(() => expect(events.filter(({ kind }) => kind === 'failed').length).toBeGreaterThan(at))
    ids.push(id)
  }
  receiver.behave({ kind: 'answer', status: 204 })
  await eventually(() => expect(events.at(-1)?.kind).toBe('purged'))
  const purgedKeys = receiver.posts.at(-1)?.json<{ keys: string[] }>().keys
  expect(purgedKeys).toEqual(expect.arrayContaining(ids.map((id) => `record-${id}`)))
})

test("a process that doesn't know what changed purges everything", async () => {
  await purgingFromNow()
  await publish(db, await addDraft(db, { kind: 'maintenance', event_type: 'scheduled', clouds: [alpha] }))
  const fresh = startPurging(options())
  started.push(fresh)
  fresh.swapped(await loadEdition(db))
  expect((await receiver.postTo('/purge', 1)).json<{ keys: string[] }>().keys).toEqual(['site'])
})

test('another release or setting purges everything once, although the edition is the same', async () => {
  await purgingFromNow()
  const edition = await loadEdition(db)
  const release = 'another build'
  const upgraded = startPurging({ ...options(), release })
  started.push(upgraded)
  upgraded.swapped(edition)
  await eventually(() => expect(events.map(({ kind }) => kind)).toEqual(['purged']))
  await upgraded.stop()
  expect(receiver.posts.map((post) => post.json())).toEqual([
    { edition: edition.number, since: null, keys: ['site'] },
  ])
  const now = new Date()
  expect(await claimPurge(db, { ...edition, release }, { now, until: now })).toEqual({ kind: 'done' })
})

async function purgingFromNow(changes: Partial<Parameters<typeof startPurging>[0]> = {}): Promise<Purging> {
  const edition = await loadEdition(db)
  await settlePurge(db, { ...edition, release: RELEASE })
  const purging = startPurging({ ...options(), ...changes })
  started.push(purging)
  purging.swapped(edition)
  return purging
}

function options() {
  return {
    db,
    release: RELEASE,
    url: `${receiver.url}/purge`,
    authorization: 'Bearer secret',
    clock: () => new Date(),
    onEvent: (event: PurgeEvent) => void events.push(event),
    repeatedAfterMs: [NEVER_MS],
    firstRetryMs: 20,
  }
}
