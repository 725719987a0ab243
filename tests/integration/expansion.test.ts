import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { claimDigests } from '../../src/db/deliveries.ts'
import { holdNextToExpand, insertDeliveries } from '../../src/db/expansion.ts'
import { matchingSubscriptions } from '../../src/db/recipients.ts'
import { deleteSubscriptions } from '../../src/db/unsubscribing.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber, type SmallCloud } from '../support/small-site.ts'

const NOW = new Date('2026-11-15T10:00:00Z')

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud

beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  const site = await addSmallSite(db)
  alpha = site.alpha
  beta = site.beta
})

afterEach(() => database.drop())

test('U-10 publishing an incident reaches the subscribers of its cloud, service and data center, each once', async () => {
  const everything = await addSubscriber(db, [
    { scope: 'core_cloud_services', cloud_id: alpha.id },
    { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
    { scope: 'datacenter', cloud_id: alpha.id },
    { scope: 'data_center', cloud_id: alpha.id, tid: alpha.dataCenter },
  ])
  const service = await addSubscriber(db, [{ scope: 'service', cloud_id: alpha.id, tid: alpha.service }])
  await addSubscriber(db, [{ scope: 'service', cloud_id: beta.id, tid: beta.service }])
  await addSubscriber(db, [{ scope: 'maintenance', cloud_id: alpha.id }])
  await addSubscriber(db, [])
  await publish(db, await addDraft(db, { clouds: [alpha] }), { now: NOW })

  expect(await expandNext(db, { now: NOW })).toMatchObject({ kind: 'expanded', added: 2, isDone: true })
  expect(await recipients()).toEqual([everything, service])
})

test.each([
  ['maintenance', 'scheduled'],
  ['advisory', 'opened'],
] as const)('U-10 publishing a record of %s reaches its subscribers on its clouds', async (kind, step) => {
  const wanted = await addSubscriber(db, [{ scope: kind, cloud_id: alpha.id }])
  await addSubscriber(db, [{ scope: kind, cloud_id: beta.id }])
  await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
  await publish(db, await addDraft(db, { kind, clouds: [alpha] }), { step })
  await expandAll(db)
  expect(await recipients()).toEqual([wanted])
})

test('U-10 publishing a notification reaches the subscribers of its category, and of all', async () => {
  const [gambling, news] = await addTerms('Gambling', 'News')
  const one = await addSubscriber(db, [{ scope: 'term', tid: gambling ?? 0 }])
  const all = await addSubscriber(db, [{ scope: 'terms' }])
  await addSubscriber(db, [{ scope: 'term', tid: news ?? 0 }])
  const recordId = await addDraft(db, { kind: 'notification', notification_type: 'url_change_notification' })
  await db
    .insertInto('record_terms')
    .values({ record_id: recordId, term_tid: gambling ?? 0 })
    .execute()
  await publish(db, recordId)
  await expandAll(db)
  expect(await recipients()).toEqual([one, all])
})

test("U-10 an escalating incident reaches subscribers to severe incidents' start and end, once", async () => {
  const subscriber = await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
  await db.updateTable('channels').set({ cadence: 'open_and_resolved', min_severity_rank: 50 }).execute()
  const recordId = await addDraft(db, { clouds: [alpha], severity_tid: 19 })
  const publishAs = async (severity_tid: number, step: 'opened' | 'updated' | 'resolved') => {
    await db.updateTable('records').set({ severity_tid }).where('id', '=', recordId).execute()
    await publish(db, recordId, { step })
    await expandAll(db)
    return recipients()
  }
  expect(await publishAs(19, 'opened')).toEqual([])
  expect(await publishAs(20, 'updated')).toEqual([subscriber])
  expect(await publishAs(20, 'updated')).toEqual([subscriber])
  expect(await publishAs(19, 'resolved')).toEqual([subscriber, subscriber])
})

test('U-10 a delivery knows how many other subscriptions match', async () => {
  await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
  await addSubscriber(db, [
    { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
    { scope: 'datacenter', cloud_id: alpha.id },
    { scope: 'data_center', cloud_id: alpha.id, tid: alpha.dataCenter },
    { scope: 'advisory', cloud_id: alpha.id },
  ])
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  await expandAll(db)
  const rows = await db.selectFrom('deliveries').select('other_matches').orderBy('user_id').execute()
  expect(rows).toEqual([{ other_matches: 0 }, { other_matches: 2 }])
})

test('U-10 below the threshold of a channel, only following the incident itself is the reason', async () => {
  const recordId = await addDraft(db, { clouds: [alpha], severity_tid: 19 })
  const userId = await addSubscriber(db, [
    { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
    { scope: 'record', tid: recordId },
  ])
  await db.updateTable('channels').set({ min_severity_rank: 50 }).execute()
  await publish(db, recordId)
  await expandAll(db)
  const delivery = await db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select(['scope', 'other_matches', 'publication_id', 'channel_id'])
    .executeTakeFirstOrThrow()
  expect(delivery).toMatchObject({ scope: 'record', other_matches: 0 })
  const { publication_id: publicationId, channel_id: channelId } = delivery
  const causes = await matchingSubscriptions(db, { channelId, publicationId })
  expect(causes.map(({ scope }) => scope)).toEqual(['record'])
  // The place still matches, but that is no reason to send the waiting message.
  await db
    .transaction()
    .execute((trx) => deleteSubscriptions(trx, { userId, ids: causes.map(({ id }) => id) }))
  const { state } = await db.selectFrom('deliveries').select('state').executeTakeFirstOrThrow()
  expect(state).toBe('suppressed')
})

// The short run covers the time of a digest in recipients-properties.test.ts.
test.skipIf(isShort)(
  'U-10 publications around 08:00 share one digest, which leaves a minute later',
  async () => {
    await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
    await db.updateTable('channels').set({ cadence: 'daily_digest' }).execute()
    for (const now of ['06:00:00', '07:59:59', '08:00:01'].map((time) => new Date(`2026-11-15T${time}Z`))) {
      await publish(db, await addDraft(db, { clouds: [alpha] }))
      await expandNext(db, { now })
    }
    const claimAt = (time: string) => {
      const lease = { ms: 30_000, aheadMs: Date.parse(`2026-11-15T${time}Z`) - Date.now() }
      return claimDigests(db, { isMail: true, channels: 9, lease })
    }
    expect((await claimAt('08:00:30')).rows).toEqual([])
    const { rows } = await claimAt('08:01:30')
    expect(rows.map(({ publicationId }) => publicationId).toSorted()).toEqual([1, 2])
  },
)

test('U-07 all core services and all data centers include later additions', async () => {
  const subscriber = await addSubscriber(db, [
    { scope: 'core_cloud_services', cloud_id: alpha.id },
    { scope: 'datacenter', cloud_id: beta.id },
  ])
  const service = await addLike('services', alpha.service, 'New service')
  const center = await addLike('data_centers', beta.dataCenter, 'New center')
  await publish(db, await addDraft(db, { clouds: [{ ...alpha, service }] }))
  await publish(db, await addDraft(db, { clouds: [{ ...beta, dataCenter: center }] }))
  await expandAll(db)
  expect(await recipients()).toEqual([subscriber, subscriber])
})

test('A-11 an unverified account gets nothing, by mail or by a verified channel', async () => {
  const subscriptions = [{ scope: 'core_cloud_services', cloud_id: alpha.id }] as const
  const unverified = await addSubscriber(db, subscriptions, { email_verified_at: null })
  const verified = await addSubscriber(db, subscriptions)
  for (const user_id of [unverified, verified]) {
    const address = 'https://hooks.example/1'
    await db
      .insertInto('channels')
      .values({ user_id, kind: 'slack', address, verified_at: new Date() })
      .execute()
  }
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  await expandAll(db)
  expect(await recipients()).toEqual([verified, verified])
})

test('Z-03 publishing without notification reaches no one', async () => {
  await addCrowd(3)
  await publish(db, await addDraft(db, { clouds: [alpha] }), { notifies: false })
  expect(await expandNext(db, { now: NOW })).toEqual({ kind: 'nothing' })
})

test('urgent publications come first, then in order', async () => {
  await addCrowd(1)
  const order: number[] = []
  for (const isUrgent of [false, true, false, true]) {
    await publish(db, await addDraft(db, { clouds: [alpha] }), { isUrgent })
  }
  for (;;) {
    const outcome = await expandNext(db, { now: NOW })
    if (outcome.kind === 'nothing') break
    if (outcome.isDone) order.push(outcome.publicationId)
  }
  expect(order).toEqual([2, 4, 1, 3])
})

test.skipIf(isShort)(
  'the first batch is small, so that the first message need not wait for all',
  async () => {
    const crowd = await addCrowd(1_200)
    await publish(db, await addDraft(db, { clouds: [alpha] }))
    const first = await expandNext(db, { now: NOW })
    expect(first).toMatchObject({ kind: 'expanded', added: 500, isDone: false })
    expect(await expandNext(db, { now: NOW })).toMatchObject({ added: 700, isDone: true })
    expect(await recipients()).toEqual(crowd)
  },
)

test('several workers in parallel notify every subscriber of everything once', async () => {
  const crowd = await addCrowd(60)
  for (let number = 0; number < 5; number++) await publish(db, await addDraft(db, { clouds: [alpha] }))
  const workers = Array.from({ length: 4 }, () => connect(database.url))
  await Promise.all(workers.map((worker) => expandAll(worker.db, 7)))
  await expandAll(db, 7)
  await Promise.all(workers.map(({ close }) => close()))
  expect(await recipients()).toEqual(crowd.flatMap((uid) => Array(5).fill(uid)))
})

test('a worker killed in the middle of a batch leaves no trace and blocks no one', async () => {
  const crowd = await addCrowd(30)
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  const killed = connect(database.url)
  const slice = { after: 0, until: crowd[9] ?? 0, isLast: false }
  const dying = killed.db.transaction().execute(async (trx) => {
    const { id: publicationId } = (await holdNextToExpand(trx)) ?? { id: 0 }
    expect(await insertDeliveries(trx, { publicationId, slice, now: NOW, digests: {} })).toBe(10)
    expect(await expandNext(db, { now: NOW })).toEqual({ kind: 'nothing' })
    await kill(trx)
  })
  await expect(dying).rejects.toThrow()
  await killed.close()

  expect(await recipients()).toEqual([])
  await expandAll(db, 10)
  expect(await recipients()).toEqual(crowd)
})

test.skipIf(isShort)('repeating a finished batch does no harm', async () => {
  const crowd = await addCrowd(20)
  await publish(db, await addDraft(db, { clouds: [alpha] }))
  await expandAll(db, 10)
  await sql`update publications set expanded_at = null, expansion_cursor = 0`.execute(db)
  await expandAll(db, 7)
  expect(await recipients()).toEqual(crowd)
})

async function recipients(): Promise<number[]> {
  const rows = await db.selectFrom('deliveries').select('user_id').orderBy('user_id').execute()
  return rows.map(({ user_id }) => user_id)
}

async function expandAll(from: Kysely<DB>, sliceUsers = 10) {
  while ((await expandNext(from, { now: NOW, sliceUsers })).kind === 'expanded');
}

async function addCrowd(amount: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with crowd as (
      insert into users (email, email_verified_at)
      select 'person' || number || '@customer.example', now() from generate_series(1, ${amount}::integer) as number
      returning id
    )
    insert into subscriptions (user_id, scope, cloud_id)
    select id, 'core_cloud_services', ${alpha.id} from crowd
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

async function addTerms(...names: string[]): Promise<number[]> {
  const rows = await db
    .insertInto('notification_terms')
    .values(names.map((name) => ({ notification_type: 'url_change_notification', group_name: 'Web', name })))
    .returning('tid')
    .execute()
  return rows.map(({ tid }) => tid)
}

async function addLike(table: 'services' | 'data_centers', like: number, name: string): Promise<number> {
  const { tid: _, ...columns } = await db
    .selectFrom(table)
    .where('tid', '=', like)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { tid } = await db
    .insertInto(table)
    .values({ ...columns, name } as never)
    .returning('tid')
    .executeTakeFirstOrThrow()
  return tid
}

/** The server ends the connection, as when its client process is gone. */
async function kill(worker: Kysely<DB>) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(worker)
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
}
