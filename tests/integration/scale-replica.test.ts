import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import {
  type EditionHolder,
  type HolderEvent,
  type HoldOptions,
  holdEdition,
} from '../../src/edition/hold-edition.ts'
import type { ImageShelf } from '../../src/edition/images/image-shelf.ts'
import { pastEditionsOf } from '../../src/edition/log/past-editions.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { openHolder } from '../../src/server/start/open-holder.ts'
import { makeOpened } from '../../src/server/start/opened.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

/** For a busy machine. */
const LONG_ENOUGH_MS = 60_000

// Both are copies of one template, so they share a history; a publication in the first only has not been
// replicated yet. Titles show where an edition was loaded from.
let primary: TestDatabase
let replica: TestDatabase
let proxy: DatabaseProxy
let opened: (() => Promise<unknown>)[]
let events: HolderEvent[]

beforeEach(async () => {
  primary = await testDatabase()
  replica = await testDatabase()
  proxy = await proxyDatabase(replica.url)
  for (const { db } of [primary, replica]) await addSmallSite(db)
  opened = [replica.drop, primary.drop, proxy.stop]
  events = []
})

afterEach(async () => {
  proxy.mend()
  for (const close of opened.reverse()) await close()
})

test('an edition is loaded from the replica once it has it', async () => {
  await publishIn(primary, 'in the original')
  await publishIn(replica, 'in the copy')
  const holder = hold({ replicaWithinMs: LONG_ENOUGH_MS })
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the copy']))
  await untilListening()

  const number = await publishIn(primary, 'second in the original')
  expect(holder.current()?.edition.number).toBe(number - 1)
  await publishIn(replica, 'second in the copy')
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the copy', 'second in the copy']))
  expect(replicaEvents()).toEqual([])
})

test('an edition is loaded while long queries occupy all other connections', async () => {
  const busy = connect(primary.url, { max: 1 })
  const client = await busy.pool.connect()
  const log = makeLog({ level: 'silent', to: { write: () => {} } })
  const closing = makeOpened(log)
  opened.push(
    () => busy.close(),
    async () => client.release(),
    () => closing.closeAll(),
  )
  const holder = openHolder(
    {
      config: testConfig(),
      assets: testAssets,
      databaseUrl: primary.url,
      db: busy.db,
      metrics: makeMetrics(),
      log,
      clock: () => new Date(),
      images: {} as ImageShelf,
      past: pastEditionsOf(busy.db),
    },
    closing,
  )
  expect(await holder.refresh()).toBe(true)
})

test('promise 2: a lagging replica is not awaited', async () => {
  const holder = hold()
  await untilListening()
  await publishIn(primary, 'in the original')
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the original']))
  expect(replicaEvents()).toEqual([
    {
      kind: 'replica-lost',
      error: expect.objectContaining({
        message: expect.stringMatching(/is at edition 0 while the newest is 1|did not answer within/),
      }),
    },
  ])
  await publishIn(primary, 'second in the original')
  await eventually(() => expect(titlesIn(holder)).toHaveLength(2))
  expect(replicaEvents()).toHaveLength(1)
})

test('a replica that is down costs one log line, and is used again when it is back', async () => {
  proxy.cut()
  const holder = hold({ replicaWithinMs: LONG_ENOUGH_MS, replicaRestMs: 0 })
  await publishIn(primary, 'in the original')
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the original']))
  await untilListening()
  expect(replicaEvents()).toEqual(['replica-lost'].map((kind) => expect.objectContaining({ kind })))
  expect(holder.current()?.staleSince).toBeNull()

  proxy.mend()
  await publishIn(replica, 'in the copy')
  await publishIn(replica, 'second in the copy')
  await publishIn(primary, 'second in the original')
  await eventually(() => expect(titlesIn(holder)).toContain('second in the copy'))
  expect(replicaEvents().map(({ kind }) => kind)).toEqual(['replica-lost', 'replica-found'])
})

test('a hanging replica is given up', async () => {
  const holder = hold()
  await eventually(() => expect(holder.current()).toBeDefined())
  await untilListening()
  proxy.freeze()
  await publishIn(primary, 'in the original')
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the original']))
})

test('a copy of another database is not used as a replica', async () => {
  await sql`update edition set history = gen_random_uuid()`.execute(replica.db)
  await publishIn(replica, 'of another')
  await publishIn(primary, 'in the original')
  const holder = hold()
  await eventually(() => expect(titlesIn(holder)).toEqual(['in the original']))
})

test('promise 1: while the primary is down the edition goes stale, whatever the replica says', async () => {
  const way = await proxyDatabase(primary.url)
  opened.push(way.stop)
  const holder = hold({ db: connectHere(way.url).db, url: way.url, pollEveryMs: 30, staleAfterMs: 200 })
  await eventually(() => expect(holder.current()).toBeDefined())
  way.cut()
  await eventually(() => expect(holder.current()?.staleSince).not.toBeNull())
  way.mend()
  await eventually(() => expect(holder.current()?.staleSince).toBeNull())
})

function hold(options: Partial<HoldOptions> = {}): EditionHolder {
  const holder = holdEdition({
    db: connectHere(primary.url).db,
    url: primary.url,
    replica: connectHere(proxy.url).db,
    clock: () => new Date(),
    onEvent: (event) => events.push(event),
    ...options,
  })
  opened.push(holder.stop)
  return holder
}

function connectHere(url: string): Connection {
  const connection = connect(url, { connectWithinMs: LONG_ENOUGH_MS })
  opened.push(connection.close)
  return connection
}

async function publishIn({ db }: TestDatabase, title: string) {
  return publish(db, await addDraft(db, { title }))
}

function titlesIn(holder: EditionHolder) {
  return [...(holder.current()?.edition.records.byId.values() ?? [])].map(({ title }) => title)
}

function replicaEvents() {
  return events.filter(({ kind }) => kind.startsWith('replica'))
}

function untilListening() {
  return eventually(async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'candor listener' and query = 'listen edition'
        and state = 'idle'`.execute(primary.db)
    expect(rows[0]?.count).toBe(1)
  })
}
