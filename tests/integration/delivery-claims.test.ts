import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import {
  claimDeliveries,
  claimDigests,
  countWaiting,
  recordNotSent,
  recordSent,
} from '../../src/db/deliveries.ts'
import { countToExpand } from '../../src/db/expansion.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { makeSettler } from '../../src/delivery/worker/settler.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { runAheadBy } from '../support/clock-ahead.ts'
import { eventually } from '../support/eventually.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber } from '../support/small-site.ts'

const LEASE_MS = 50_000

let database: TestDatabase
let db: Kysely<DB>
let recordId: number

beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  const { alpha } = await addSmallSite(db)
  await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
  recordId = await addDraft(db, { clouds: [alpha] })
  await publish(db, recordId)
  await expandNext(db, { now: new Date(Date.now() - 1000) })
})

afterEach(() => database.drop())

test('U-10 an accepted message is recorded, even if another worker has claimed it since', async () => {
  const [mine] = await claim()
  const [theirs] = await claim({ aheadMs: LEASE_MS + 1000 })
  if (mine === undefined || theirs === undefined) throw new Error('nothing to claim')
  expect(theirs.fence).toBe(mine.fence + 1)

  expect(await recordSent(db, { sent: [{ ...mine, providerId: null }], now: new Date() })).toEqual([mine.id])
  const failed = {
    ...theirs,
    state: 'due',
    lane: 'mail',
    dueAt: new Date(),
    isCounted: true,
    isUnanswered: false,
    reason: '450',
  } as const
  expect(await recordNotSent(db, [failed])).toEqual([])
  expect(await stateOf()).toMatchObject({ state: 'sent', last_error: null })
})

test.skipIf(isShort)(
  'digests to webhooks and chats are found without reading those that are due by mail',
  async () => {
    const prepared = connect(database.url, { isPreparing: true, max: 1 })
    const plan: string[] = []
    const explaining = prepared.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind !== 'RawNode') return node
        const [first, ...others] = node.sqlFragments
        return { ...node, sqlFragments: [`explain ${first}`, ...others] }
      },
      transformResult: async ({ result }) => {
        plan.push(...result.rows.flatMap((row) => Object.values(row).map(String)))
        return result
      },
    })
    const lease = { ms: LEASE_MS, aheadMs: 0 }
    await claimDigests(explaining, { isMail: false, channels: 10, lease })
    await prepared.close()
    expect(plan.join('\n')).toContain('deliveries_due_posted_digest_idx')
    expect(plan.join('\n')).not.toContain('deliveries_due_idx')
  },
)

test.skipIf(isShort)('how long a message has been due follows the database clock', async () => {
  const oldest = async () => {
    const lanes = await countWaiting(db, { now: new Date(), most: 10 })
    return Math.max(...lanes.map(({ oldestDueSeconds }) => oldestDueSeconds))
  }
  const before = await oldest()
  expect(before).toBeGreaterThan(0)
  runAheadBy(86_400_000)
  expect(await oldest()).toBeLessThan(before + 3_600)
})

test('a publication is late if no worker looks up its recipients', async () => {
  expect(await countToExpand(db, { now: new Date() })).toEqual({ waiting: 0, oldestDueSeconds: 0 })
  await publish(db, await addDraft(db))
  const anHourLater = new Date(Date.now() + 3_600_000)
  const { waiting, oldestDueSeconds } = await countToExpand(db, { now: anHourLater })
  expect(waiting).toBe(1)
  expect(oldestDueSeconds).toBeGreaterThan(3_590)
})

// The short run covers dead messages in deliveries-report.test.ts.
test.skipIf(isShort)('counting dead messages stops at the limit for all lanes together', async () => {
  const { id } = await db
    .updateTable('deliveries')
    .set({ state: 'dead' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const channel = await db
    .insertInto('channels')
    .values({ user_id, kind: 'webhook', address: 'https://hook.example', secret: 'whsec_dGVzdA==' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into deliveries (publication_id, user_id, channel_id, state, due_at, kind, lane, priority)
    select publication_id, user_id, ${channel.id}, state, due_at, 'webhook', 'http', priority
    from deliveries where id = ${id}`.execute(db)
  const dead = async (most: number) => {
    const lanes = await countWaiting(db, { now: new Date(), most })
    return Object.fromEntries(lanes.map(({ lane, dead }) => [lane, dead]))
  }
  expect(await dead(10)).toEqual({ mail: 1, http: 1, troubled: 0, digest: 0 })
  expect(Object.values(await dead(1)).sort()).toEqual([0, 0, 0, 1])
})

test("U-10 a worker whose claim was taken over can't record a failure", async () => {
  const [mine] = await claim()
  await claim({ aheadMs: LEASE_MS + 1000 })
  if (mine === undefined) throw new Error('nothing to claim')
  const failed = {
    ...mine,
    state: 'dead',
    lane: 'mail',
    dueAt: new Date(),
    isCounted: true,
    isUnanswered: false,
    reason: '550',
  } as const
  expect(await recordNotSent(db, [failed])).toEqual([])
  expect(await stateOf()).toMatchObject({ state: 'leased' })
})

test('U-10 a withdrawn publication is not sent, even if its record is published again', async () => {
  await unpublish(db, recordId)
  await db.updateTable('deliveries').set({ state: 'due' }).execute()
  await publish(db, recordId)
  expect(await claim()).toEqual([])
  expect(await stateOf()).toMatchObject({ state: 'suppressed', last_error: 'withdrawn' })
})

test('U-10 a message whose reader unsubscribed meanwhile is not sent, unless another subscription causes it', async () => {
  await claim()
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { cloud_id } = await db
    .deleteFrom('subscriptions')
    .where('user_id', '=', id)
    .returning('cloud_id')
    .executeTakeFirstOrThrow()
  const other = db.insertInto('subscriptions').values({ user_id: id, scope: 'datacenter', cloud_id })
  await other.execute()
  expect(await claim({ aheadMs: LEASE_MS + 1000 })).toHaveLength(1)
  await db.deleteFrom('subscriptions').execute()
  // A subscription to maintenance is no reason to send incident news.
  await db.insertInto('subscriptions').values({ user_id: id, scope: 'maintenance', cloud_id }).execute()
  expect(await claim({ aheadMs: 2 * LEASE_MS + 2000 })).toEqual([])
  expect(await stateOf()).toMatchObject({ state: 'suppressed', last_error: 'unsubscribed' })
})

test("U-10 while a sent message can't be recorded, its worker knows that it is behind and what it has sent", async () => {
  const [mine] = await claim()
  if (mine === undefined) throw new Error('nothing to claim')
  await db.schema.alterTable('deliveries').renameTo('away').execute()
  const errors: unknown[] = []
  const settler = makeSettler({ db, clock: () => new Date(), onEvent: (event) => errors.push(event) })
  const settled = settler.settle({ kind: 'sent', lane: 'mail', sent: [{ ...mine, providerId: null }] })
  await eventually(() => expect(settler.isBehind()).toBe(true))
  expect([settler.hasSent(mine.id), settler.hasSent(mine.id + 1)]).toEqual([true, false])

  await db.schema
    .alterTable('away' as 'deliveries')
    .renameTo('deliveries')
    .execute()
  await settled
  expect(settler.isBehind()).toBe(false)
  expect(await stateOf()).toMatchObject({ state: 'sent' })
  await settler.stop()
})

async function claim({ aheadMs = 0 } = {}) {
  const lease = { ms: LEASE_MS, aheadMs }
  const { rows } = await claimDeliveries(db, { lane: 'mail', priority: 1, limit: 10, lease })
  return rows
}

function stateOf() {
  return db.selectFrom('deliveries').select(['state', 'last_error']).executeTakeFirstOrThrow()
}
