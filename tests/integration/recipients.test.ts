import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import {
  countRecipients,
  dryRunCounts,
  findAudience,
  matchingSubscriptions,
} from '../../src/db/recipients.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { publishRecord } from '../../src/publishing/publish-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber, type SmallCloud } from '../support/small-site.ts'

const NOW = new Date('2026-11-15T10:00:00Z')

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  const site = await addSmallSite(db)
  alpha = site.alpha
  beta = site.beta
})

afterAll(() => database.drop())

test('Z-03 the preview counts people once, and once per kind of channel, before publishing', async () => {
  const both = [
    { scope: 'core_cloud_services', cloud_id: alpha.id },
    { scope: 'datacenter', cloud_id: alpha.id },
  ] as const
  const uid = await addSubscriber(db, both)
  await addSubscriber(db, both)
  await addSubscriber(db, both, { email_verified_at: null })
  for (const number of [1, 2]) {
    await db
      .insertInto('channels')
      .values({ user_id: uid, kind: 'slack', address: `https://hooks.example/${number}`, verified_at: NOW })
      .execute()
  }
  const recordId = await addDraft(db, { clouds: [alpha] })
  expect(await counted(recordId)).toEqual({
    people: 2,
    byChannel: [
      { kind: 'email', people: 2 },
      { kind: 'slack', people: 1 },
    ],
  })
  expect(await counted(await addDraft(db))).toEqual({
    people: 0,
    byChannel: [],
  })
})

test('U-10 the subscriptions matched by a publication have readable names', async () => {
  const recordId = await addDraft(db, { clouds: [alpha] })
  const center = db.selectFrom('data_centers').where('tid', '=', alpha.dataCenter).select('region_tid')
  const { region_tid } = await center.executeTakeFirstOrThrow()
  const userId = await addSubscriber(db, [
    { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
    { scope: 'service', cloud_id: beta.id, tid: beta.service },
    { scope: 'datacenter', cloud_id: alpha.id },
    { scope: 'region', cloud_id: alpha.id, tid: region_tid },
    { scope: 'advisory', cloud_id: alpha.id },
  ])
  const outcome = await publishRecord(db, {
    recordId,
    actor: actorNamed('trust_admin'),
    now: NOW,
    step: 'opened',
    isUrgent: false,
    notifies: true,
  })
  const publicationId = outcome.kind === 'published' ? outcome.publicationId : 0
  const { id: channelId } = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  const named = (await matchingSubscriptions(db, { channelId, publicationId })).map(
    ({ id: _, ...rest }) => rest,
  )
  const onAlpha = { cloudId: alpha.id, cloud: 'Alpha', machineName: 'alpha' }
  expect(named).toEqual([
    { ...onAlpha, scope: 'service', tid: alpha.service, name: 'Alpha Gateway' },
    { ...onAlpha, scope: 'datacenter', tid: null, name: null },
    { ...onAlpha, scope: 'region', tid: region_tid, name: 'Europe' },
  ])
})

describe('the dry run', () => {
  const since = new Date('2026-11-01T00:00:00Z')

  beforeAll(publishSome)

  test('counts notified publications by kind since then, without silent or earlier ones', async () => {
    const userId = await addSubscriber(db, [
      { scope: 'service', cloud_id: beta.id, tid: beta.service },
      { scope: 'maintenance', cloud_id: beta.id },
    ])
    expect(await dryRunCounts(db, { userId, since })).toEqual({
      total: 4,
      byKind: { incident: 3, maintenance: 1, advisory: 0, notification: 0 },
    })
    expect(await dryRunCounts(db, { userId: await addSubscriber(db, []), since })).toMatchObject({ total: 0 })
  })

  test("follows the mail channel's settings: only start and end, a daily digest, a minimum severity", async () => {
    const subscriptions = [{ scope: 'core_cloud_services', cloud_id: beta.id }] as const
    const userId = await addSubscriber(db, subscriptions, { timezone: 'Asia/Tokyo' })
    const set = (values: object) =>
      db.updateTable('channels').set(values).where('user_id', '=', userId).execute()
    const total = async () => (await dryRunCounts(db, { userId, since })).total
    expect(await total()).toBe(3)
    await set({ cadence: 'open_and_resolved' })
    expect(await total()).toBe(2)
    // At 23:30 UTC it is past eight in the morning in Tokyo: the last two share one digest.
    await set({ cadence: 'daily_digest' })
    expect(await total()).toBe(2)
    await set({ min_severity_rank: 60 })
    expect(await total()).toBe(0)
  })

  test('U-10 maintenance that an edit moves also reaches channels that want only start and end', async () => {
    const userId = await addSubscriber(db, [{ scope: 'maintenance', cloud_id: alpha.id }])
    await db
      .updateTable('channels')
      .set({ cadence: 'open_and_resolved' })
      .where('user_id', '=', userId)
      .execute()
    const recordId = await addDraft(db, { clouds: [alpha], kind: 'maintenance', from_time: NOW })
    await publish(db, recordId, { now: NOW, step: 'scheduled' })
    await publish(db, recordId, { now: NOW, step: 'updated' })
    const total = async () => (await dryRunCounts(db, { userId, since })).total
    expect(await total()).toBe(1)
    await db.updateTable('records').set({ from_time: since }).where('id', '=', recordId).execute()
    await publish(db, recordId, { now: NOW, step: 'updated' })
    expect(await total()).toBe(2)
  })

  async function publishSome() {
    const incident = await addDraft(db, { clouds: [beta] })
    const at = (time: string) => new Date(`2026-11-${time}:00Z`)
    await publish(db, await addDraft(db, { clouds: [beta] }), { now: new Date('2026-10-31T23:59:00Z') })
    await publish(db, incident, { now: at('05T22:00'), step: 'opened' })
    await publish(db, incident, { now: at('05T23:30'), step: 'updated' })
    await publish(db, incident, { now: at('06T01:00'), step: 'corrected', notifies: false })
    await publish(db, incident, { now: at('06T02:00'), step: 'resolved' })
    await publish(db, await addDraft(db, { clouds: [beta], kind: 'maintenance' }), { now: at('07T00:00') })
  }
})

test('U-10 followers of a service that was removed get the end, also if the incident left another cloud since', async () => {
  const [service] = await db
    .insertInto('services')
    .columns(['category_tid', 'name', 'started_on'])
    .expression((eb) =>
      eb
        .selectFrom('services')
        .where('tid', '=', alpha.service)
        .select(['category_tid', eb.val('Alpha Mail').as('name'), 'started_on']),
    )
    .returning('tid')
    .execute()
  const tid = service?.tid ?? 0
  const recordId = await addDraft(db, { clouds: [alpha, beta] })
  await db.deleteFrom('record_data_centers').where('record_id', '=', recordId).execute()
  await db.insertInto('record_services').values({ record_id: recordId, service_tid: tid }).execute()
  const remove = (service_tid: number) =>
    db
      .deleteFrom('record_services')
      .where('record_id', '=', recordId)
      .where('service_tid', '=', service_tid)
      .execute()
  const userId = await addSubscriber(db, [{ scope: 'service', cloud_id: alpha.id, tid }])
  await publish(db, recordId)
  await remove(tid)
  await publish(db, recordId, { step: 'updated' })
  await remove(beta.service)
  await db
    .deleteFrom('record_clouds')
    .where('record_id', '=', recordId)
    .where('cloud_id', '=', beta.id)
    .execute()
  await publish(db, recordId, { step: 'updated' })
  await publish(db, recordId, { step: 'resolved' })
  const { id: channelId } = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  const publications = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .select(['id', 'step'])
    .execute()
  const matched: [string, number][] = []
  for (const { id: publicationId, step } of publications)
    matched.push([step, (await matchingSubscriptions(db, { channelId, publicationId })).length])
  expect(matched).toEqual([
    ['opened', 1],
    ['updated', 1],
    ['updated', 0],
    ['resolved', 1],
  ])
})

async function counted(recordId: number) {
  const audience = await findAudience(db, recordId)
  return audience && countRecipients(db, { ...audience, step: 'opened' })
}
