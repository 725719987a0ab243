import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import {
  type EditionHolder,
  type HolderEvent,
  type HoldOptions,
  holdEdition,
} from '../../src/edition/hold-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'

const NEVER_MS = 1_000_000_000
/**
 * Short, to notice a vanished server soon. A load that takes longer on a busy machine would never succeed.
 */
const PATIENT_ENOUGH = { askWithinMs: 1_000, loadWithinMs: 5_000 }
const START = new Date('2026-11-15T10:00:00Z')

let database: TestDatabase
let db: Kysely<DB>
let proxy: DatabaseProxy
let opened: (() => Promise<unknown>)[]

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await addSmallSite(db)
})

beforeEach(async () => {
  proxy = await proxyDatabase(database.url)
  opened = [proxy.stop]
})

afterEach(async () => {
  proxy.mend()
  for (const close of opened.reverse()) await close()
})

afterAll(() => database.drop())

test('promise 2: every process gets a publication by notification, without polling', async () => {
  const [one, other] = [hold({ pollEveryMs: NEVER_MS }), hold({ pollEveryMs: NEVER_MS })]
  await untilListening(2)
  const edition = await publish(db, await addDraft(db))
  await eventually(() => expect([numberIn(one), numberIn(other)]).toEqual([edition, edition]))
})

test('many publications in a row all arrive, including the last', async () => {
  const holder = hold({ pollEveryMs: NEVER_MS })
  await untilListening(1)
  let last = 0
  for (let index = 0; index < 20; index++) last = await publish(db, await addDraft(db))
  await eventually(() => expect(numberIn(holder)).toBe(last))
})

test('a refresh includes everything published before it was requested', async () => {
  const holder = hold({ pollEveryMs: NEVER_MS })
  for (let index = 0; index < 10; index++) {
    // A load is running when the publication commits, so it may miss it.
    const earlier = holder.refresh()
    const edition = await publish(db, await addDraft(db))
    await holder.refresh()
    expect(numberIn(holder)).toBe(edition)
    await earlier
  }
})

test('a missed notification is caught by the next poll, and listening resumes', async () => {
  const holder = hold({ pollEveryMs: 50 })
  await untilListening(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'candor listener'`.execute(db)
  const edition = await publish(db, await addDraft(db))
  await eventually(() => expect(numberIn(holder)).toBe(edition))
  await untilListening(1)
})

test('a slow listener connection is awaited, not opened again', async () => {
  proxy.freeze()
  const clock = vi.fn(() => START)
  hold({ pollEveryMs: 10, listenAt: proxy.url, clock })
  // Every poll reads the clock.
  await eventually(() => expect(clock.mock.calls.length).toBeGreaterThan(20))
  proxy.mend()
  await untilListening(1)
  expect(await connectionsNamed('candor listener')).toBe(1)
})

test('a holder stopped while opening its listener leaves no connection behind', async () => {
  proxy.freeze()
  const holder = hold({ pollEveryMs: NEVER_MS, listenAt: proxy.url })
  await eventually(() => expect(holder.current()).toBeDefined())
  const stopping = holder.stop()
  proxy.mend()
  await stopping
  await eventually(async () => expect(await connectionsNamed('candor listener')).toBe(0))
})

test('promise 1: without its database a process keeps its edition, and reports its age after a while', async () => {
  const { holder, clock, events } = holdThroughProxy({ staleAfterMs: 15_000 })
  await eventually(() => expect(holder.current()).toBeDefined())
  const before = holder.current()

  proxy.cut()
  await eventually(() => expect(kindsOf(events)).toContain('lost'))
  expect(holder.current()).toBe(before)

  clock.now = new Date(START.getTime() + 14_999)
  expect(await holder.refresh()).toBe(false)
  expect(holder.current()).toBe(before)

  clock.now = new Date(START.getTime() + 15_000)
  expect(await holder.refresh()).toBe(false)
  expect(holder.current()?.edition).toBe(before?.edition)
  expect(holder.current()?.staleSince).toEqual(START)
  expect(holder.verifiedAt()).toEqual(START)
})

test('answers from before the edition went stale are not used after, nor the other way round', async () => {
  const { holder, clock } = holdThroughProxy({ staleAfterMs: 15_000 })
  await eventually(() => expect(holder.current()).toBeDefined())
  const fresh = holder.current()?.answers
  proxy.cut()
  clock.now = new Date(START.getTime() + 60_000)
  await eventually(() => expect(holder.current()?.staleSince).toEqual(START))
  const stale = holder.current()?.answers
  expect(stale).not.toBe(fresh)

  proxy.mend()
  await eventually(() => expect(holder.current()?.staleSince).toBeNull())
  expect(holder.current()?.answers).not.toBe(stale)
})

test('when the database is back, missed and new publications arrive', async () => {
  const { holder, clock, events } = holdThroughProxy({ staleAfterMs: 15_000 })
  await eventually(() => expect(holder.current()).toBeDefined())
  proxy.cut()
  clock.now = new Date(START.getTime() + 60_000)
  await eventually(() => expect(holder.current()?.staleSince).toEqual(START))
  const missed = await publish(db, await addDraft(db))

  proxy.mend()
  await eventually(() => expect(numberIn(holder)).toBe(missed))
  expect(holder.current()?.staleSince).toBeNull()
  expect(holder.verifiedAt()).toEqual(clock.now)
  expect(kindsOf(events).filter((kind) => kind !== 'swapped')).toEqual(['lost', 'found'])
  await untilListening(1)
  const next = await publish(db, await addDraft(db))
  await eventually(() => expect(numberIn(holder)).toBe(next))
})

test('a database that hangs makes the edition stale too', async () => {
  const { holder, clock } = holdThroughProxy({ staleAfterMs: 15_000 })
  await eventually(() => expect(holder.current()).toBeDefined())
  await untilListening(1)
  proxy.freeze()
  clock.now = new Date(START.getTime() + 60_000)
  await eventually(() => expect(holder.current()?.staleSince).toEqual(START))
  proxy.mend()
  await eventually(() => expect(holder.current()?.staleSince).toBeNull())
})

test('connections to a vanished server are given up, and its successor is found', async () => {
  const { holder, events } = holdThroughProxy(PATIENT_ENOUGH)
  await eventually(() => expect(holder.current()).toBeDefined())
  await untilListening(1)
  proxy.strand()
  await eventually(() => expect(kindsOf(events)).toContain('lost'))
  const edition = await publish(db, await addDraft(db))
  await eventually(() => expect(numberIn(holder)).toBe(edition))
  expect(kindsOf(events)).toContain('found')
  // The server has not noticed that the old listener is gone; the new one exists beside it.
  await untilListening(2)
})

test('a process that starts without its database has no edition until it is there', async () => {
  proxy.cut()
  const { holder, events } = holdThroughProxy({})
  expect(await holder.refresh()).toBe(false)
  expect(holder.current()).toBeUndefined()
  expect(holder.verifiedAt()).toBeUndefined()
  expect(kindsOf(events)).toEqual(['lost'])
  proxy.mend()
  await eventually(() => expect(holder.current()).toBeDefined())
})

test('after a stop it neither listens nor loads', async () => {
  const { holder, events } = holdThroughProxy({})
  await eventually(() => expect(holder.current()).toBeDefined())
  await untilListening(1)
  await holder.stop()
  const seen = events.length
  await eventually(async () => expect(await connectionsNamed('candor listener')).toBe(0))
  const { number } = holder.current()?.edition ?? {}
  await publish(db, await addDraft(db))
  proxy.cut()
  expect(numberIn(holder)).toBe(number)
  expect(events).toHaveLength(seen)
})

interface Settable {
  now: Date
}

function hold({ listenAt = database.url, ...options }: Partial<HoldOptions> & { listenAt?: string }) {
  const connection = connectHere(database.url)
  return keep(holdEdition({ db: connection.db, url: listenAt, clock: () => START, ...options }))
}

function holdThroughProxy(options: Partial<HoldOptions>) {
  const events: HolderEvent[] = []
  const clock: Settable = { now: START }
  const { db: proxied } = connectHere(proxy.url)
  const holder = keep(
    holdEdition({
      db: proxied,
      url: proxy.url,
      clock: () => clock.now,
      onEvent: (event) => events.push(event),
      pollEveryMs: 30,
      ...options,
    }),
  )
  return { holder, clock, events }
}

function connectHere(url: string): Connection {
  const connection = connect(url)
  opened.push(connection.close)
  return connection
}

function keep(holder: EditionHolder) {
  opened.push(holder.stop)
  return holder
}

function numberIn(holder: EditionHolder) {
  return holder.current()?.edition.number
}

function kindsOf(events: HolderEvent[]) {
  return events.map(({ kind }) => kind)
}

function untilListening(count: number) {
  return eventually(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'candor listener' and query = 'listen edition'
        and state = 'idle'`.execute(db)
    expect(rows[0]?.count).toBe(count)
  })
}

async function connectionsNamed(name: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`.execute(db)
  return rows[0]?.count
}
