import type { Kysely, Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB, Deliveries } from '../../src/db/database.ts'
import { claimDeliveries } from '../../src/db/deliveries.ts'
import { reviveDeliveries } from '../../src/db/delivery-reports.ts'
import { countRecipients, findAudience } from '../../src/db/recipients.ts'
import { endExpansionOfUpdate } from '../../src/db/record-updates.ts'
import { lastNotified } from '../../src/db/timetable.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { redactFaces } from '../../src/publishing/log/redact-faces.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber, type SmallCloud } from '../support/small-site.ts'

const LONG_AGO = new Date(0)

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  alpha = (await addSmallSite(db)).alpha
  for (let n = 0; n < 6; n++) await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }])
})

afterAll(() => database.drop())

describe('U-10 a withdrawn record', () => {
  test('notifies no one if withdrawn before expansion', async () => {
    const recordId = await published()
    await unpublish(db, recordId)
    expect(await expandAll()).toBe(0)
    expect(await deliveriesOf(recordId)).toEqual([])
  })

  test('notifies no more subscribers if withdrawn during expansion, and queued messages are not sent', async () => {
    const recordId = await published()
    expect(await expandNext(db, { now: new Date(), sliceUsers: 4 })).toMatchObject({
      added: 4,
      isDone: false,
    })
    const [leased, sent] = await deliveriesOf(recordId)
    await settle(leased?.id, { state: 'leased' })
    await settle(sent?.id, { state: 'sent', sent_at: new Date() })
    await unpublish(db, recordId)
    expect(await expandAll()).toBe(0)
    expect((await deliveriesOf(recordId)).map(({ state, last_error }) => [state, last_error])).toEqual([
      ['leased', null],
      ['sent', null],
      ['suppressed', 'withdrawn'],
      ['suppressed', 'withdrawn'],
    ])
  })

  test('does not affect others, and notifies again when published again', async () => {
    const [recordId, other] = [await published(), await published()]
    await expandAll()
    await unpublish(db, recordId)
    expect(new Set((await deliveriesOf(other)).map(({ state }) => state))).toEqual(new Set(['due']))
    await publish(db, recordId, { step: 'corrected' })
    expect(await expandAll()).toBe(6)
    const states = (await deliveriesOf(recordId)).map(({ state }) => state)
    expect(states.filter((state) => state === 'due')).toHaveLength(6)
  })

  test('does not wait for a worker that has claimed deliveries', async () => {
    const recordId = await published()
    await expandAll()
    await db.transaction().execute(async (worker) => {
      const [first] = await deliveriesOf(recordId)
      await worker
        .selectFrom('deliveries')
        .where('id', '=', first?.id ?? 0)
        .select('id')
        .forUpdate()
        .executeTakeFirstOrThrow()
      await unpublish(db, recordId)
    })
    const [first, ...others] = (await deliveriesOf(recordId)).map(({ state }) => state)
    expect(first).toBe('due')
    expect(new Set(others)).toEqual(new Set(['suppressed']))
  })
})

describe('a redacted version', () => {
  const redact = (recordId: number) =>
    redactFaces(db, {
      of: { record: recordId },
      limit: null,
      reason: 'A leaked name',
      actor: actorNamed('trust_admin'),
      now: new Date(),
    })

  test('is not in messages that wait, fail or are retried; the version that readers see is', async () => {
    const recordId = await published()
    await expandNext(db, { now: new Date(), sliceUsers: 4 })
    const [leased, dead, sent] = await deliveriesOf(recordId)
    await settle(leased?.id, { state: 'leased', due_at: LONG_AGO })
    await settle(dead?.id, { state: 'dead' })
    await settle(sent?.id, { state: 'sent', sent_at: new Date() })
    await publish(db, recordId, { step: 'corrected' })
    expect(await redact(recordId)).toMatchObject({ kind: 'redacted', faces: 1 })
    // The recipients that were missing are those of the correction.
    expect(await expandAll()).toBe(6)
    await db
      .transaction()
      .execute((trx) => reviveDeliveries(trx, { of: 'all', most: 10, now: new Date(Date.now() - 1000) }))
    const lease = { ms: 60_000, aheadMs: 0 }
    await claimDeliveries(db, { lane: 'mail', priority: 1, limit: 100, lease })
    expect((await deliveriesOf(recordId)).map(({ state }) => state)).toEqual([
      'suppressed',
      'suppressed',
      'sent',
      'suppressed',
      ...Array.from({ length: 6 }, () => 'leased'),
    ])
  })

  test('was sent, so later steps of its record are sent, too', async () => {
    const recordId = await published()
    await expandAll()
    await publish(db, recordId, { step: 'corrected', notifies: false })
    await redact(recordId)
    await db.transaction().execute(async (trx) => {
      expect(await lastNotified(trx, recordId)).toMatchObject({
        hasNotified: true,
        windowNotifiedAt: expect.any(Date),
      })
    })
    expect(await reachesFollowersOfCenterItLeaves(recordId, 'resolved')).toBe(true)
  })

  test('was sent to no one: the next message is the opening, and not for followers of what it left', async () => {
    const recordId = await published()
    await publish(db, recordId, { step: 'corrected', notifies: false })
    await redact(recordId)
    await db.deleteFrom('record_data_centers').where('record_id', '=', recordId).execute()
    const { id: cloud_id, service, dataCenter } = alpha
    const stays = await addSubscriber(db, [{ scope: 'service', cloud_id, tid: service }])
    await db
      .updateTable('channels')
      .set({ cadence: 'open_and_resolved' })
      .where('user_id', '=', stays)
      .execute()
    const left = await addSubscriber(db, [{ scope: 'data_center', cloud_id, tid: dataCenter }])
    await publish(db, recordId, { step: 'updated' })
    await expandAll()
    const told = db.selectFrom('deliveries').where('user_id', 'in', [stays, left]).select('user_id')
    expect(await told.execute()).toEqual([{ user_id: stays }])
    await db.deleteFrom('users').where('id', 'in', [stays, left]).execute()
  })
})

describe('an update that is removed', () => {
  test.each([
    ['after its messages left was sent, so followers of its places get what comes next', true],
    ['before its messages left reached no one', false],
  ])('%s', async (_, hasLeft) => {
    const recordId = await addDraft(db, { clouds: [alpha], from_time: new Date() })
    await publish(db, recordId, { notifies: false })
    const { id: updateId } = await db
      .insertInto('record_updates')
      .values({ record_id: recordId, status_id: 2, posted_on: new Date(), body: '<p>News.</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await publish(db, recordId, { step: 'updated', updateId })
    if (hasLeft) await expandAll()
    const at = new Date(Date.now() + 1_000)
    await db.transaction().execute((trx) => endExpansionOfUpdate(trx, { updateId, at }))
    expect(await reachesFollowersOfCenterItLeaves(recordId, 'updated')).toBe(hasLeft)
  })
})

async function reachesFollowersOfCenterItLeaves(recordId: number, step: PublicationStep): Promise<boolean> {
  await db.deleteFrom('record_data_centers').where('record_id', '=', recordId).execute()
  const audience = await findAudience(db, recordId)
  if (audience === undefined) throw new Error(`Record ${recordId} is gone`)
  const people = async () => (await countRecipients(db, { ...audience, step })).people
  const before = await people()
  const userId = await addSubscriber(db, [
    { scope: 'data_center', cloud_id: alpha.id, tid: alpha.dataCenter },
  ])
  const after = await people()
  await db.deleteFrom('users').where('id', '=', userId).execute()
  return after > before
}

async function published() {
  const recordId = await addDraft(db, { clouds: [alpha], from_time: new Date() })
  await publish(db, recordId)
  return recordId
}

async function expandAll() {
  let added = 0
  for (;;) {
    const expanded = await expandNext(db, { now: new Date(), sliceUsers: 100 })
    if (expanded.kind === 'nothing') return added
    added += expanded.added
  }
}

function settle(id: number | undefined, change: Updateable<Deliveries>) {
  return db
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', id ?? 0)
    .execute()
}

function deliveriesOf(recordId: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('publications', 'publications.id', 'deliveries.publication_id')
    .where('publications.record_id', '=', recordId)
    .select(['deliveries.id', 'deliveries.state', 'deliveries.last_error'])
    .orderBy('deliveries.id')
    .execute()
}
