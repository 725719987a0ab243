import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { countRecipients, findAudience } from '../../src/db/recipients.ts'
import { endExpansionOfUpdate } from '../../src/db/record-updates.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber, type SmallCloud } from '../support/small-site.ts'

/* Who gets which message while the places that a record affects change. */

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud
let record: number

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  const site = await addSmallSite(db)
  alpha = site.alpha
  beta = site.beta
})

beforeEach(async () => {
  await db.deleteFrom('users').execute()
  record = await addDraft(db)
})

afterAll(() => database.drop())

describe('U-10 followers of a place that an incident leaves', () => {
  test.each([
    ['a service, its cloud stays', () => ({ clouds: [alpha], services: [] })],
    ['a cloud with its places', () => ({ clouds: [], services: [] })],
  ])('%s: are told once that it no longer affects them, then only of the end', async (_, left) => {
    const service = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    const stays = await follower({ scope: 'core_cloud_services', cloud_id: beta.id })
    const { clouds, services } = left()
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened')
    await affects({ clouds: [...clouds, beta], services: [...services, beta.service] })
    await said('updated')
    await said('updated')
    await said('resolved')
    expect(await heardBy(service)).toEqual(['opened', 'updated, no longer', 'resolved, no longer'])
    expect(await heardBy(stays)).toEqual(['opened', 'updated', 'updated', 'resolved'])
  })

  test('a whole cloud and a data center on several clouds, on every channel, once each', async () => {
    const [all, center, hook, digest, seldom] = [
      await follower({ scope: 'core_cloud_services', cloud_id: alpha.id }),
      await follower({ scope: 'data_center', cloud_id: alpha.id, tid: alpha.dataCenter }),
      await follower({ scope: 'datacenter', cloud_id: alpha.id }),
      await follower({ scope: 'region', cloud_id: alpha.id, tid: await regionOf(alpha) }, 'daily_digest'),
      await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service }, 'open_and_resolved'),
    ]
    await db
      .insertInto('channels')
      .values({ user_id: hook, kind: 'slack', address: 'https://hooks.example/1', verified_at: new Date() })
      .execute()
    await affects({ clouds: [alpha, beta] })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service] })
    await said('updated')
    await said('resolved')
    const each = ['opened', 'updated, no longer', 'resolved, no longer']
    for (const user of [all, center, digest]) expect(await heardBy(user)).toEqual(each)
    expect(await heardBy(hook)).toEqual(each.flatMap((step) => [step, step]))
    // This channel is only told of the beginning and of the end.
    expect(await heardBy(seldom)).toEqual(['opened', 'resolved, no longer'])
  })

  test('a whole cloud that is narrowed to a service', async () => {
    const center = await follower({ scope: 'datacenter', cloud_id: alpha.id })
    await affects({ clouds: [alpha] })
    await said('opened')
    await affects({ clouds: [alpha], services: [alpha.service] })
    await said('corrected')
    await said('updated')
    expect(await heardBy(center)).toEqual(['opened', 'corrected, no longer'])
  })

  test('go on as before if they also follow a place that stays, or the incident itself', async () => {
    const both = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    await follow(both, { scope: 'service', cloud_id: beta.id, tid: beta.service })
    const itself = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    await follow(itself, { scope: 'record', tid: record })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service] })
    await said('updated')
    await said('updated')
    for (const user of [both, itself]) expect(await heardBy(user)).toEqual(['opened', 'updated', 'updated'])
    const { subscription_id } = await db
      .selectFrom('deliveries')
      .where('user_id', '=', both)
      .select('subscription_id')
      .orderBy('publication_id', 'desc')
      .executeTakeFirstOrThrow()
    const stays = db.selectFrom('subscriptions').where('user_id', '=', both).where('cloud_id', '=', beta.id)
    expect(await stays.select('id').executeTakeFirst()).toEqual({ id: subscription_id })
  })

  test('are told by the next message after a silent edit, or after an update that was removed before it left', async () => {
    const service = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service] })
    await said('corrected', { notifies: false })
    const { id: updateId } = await db
      .insertInto('record_updates')
      .values({ record_id: record, status_id: 2, posted_on: new Date(), body: '<p>News.</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await publish(db, record, { step: 'updated', updateId })
    await db.transaction().execute((trx) => endExpansionOfUpdate(trx, { updateId, at: new Date() }))
    await said('updated')
    await said('updated')
    expect(await heardBy(service)).toEqual(['opened', 'updated, no longer'])
  })

  test('are told again when it comes back; two updates wait for their recipients at the same time', async () => {
    const service = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    const seldom = await follower({ scope: 'maintenance', cloud_id: alpha.id }, 'open_and_resolved')
    await follow(seldom, { scope: 'core_cloud_services', cloud_id: alpha.id })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await publish(db, record, { step: 'opened' })
    await affects({ clouds: [beta], services: [beta.service] })
    await publish(db, record, { step: 'updated' })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('updated')
    await said('resolved')
    expect(await heardBy(service)).toEqual(['opened', 'updated, no longer', 'updated', 'resolved'])
    expect(await heardBy(seldom)).toEqual(['opened', 'resolved'])
  })

  test('are told when a withdrawn incident is published again without them', async () => {
    const service = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened')
    await unpublish(db, record)
    await affects({ clouds: [beta], services: [beta.service] })
    await said('corrected')
    expect(await heardBy(service)).toEqual(['opened', 'corrected, no longer'])
  })

  test('hear nothing if they were never told: too minor for them then, opened silently, or elsewhere', async () => {
    const grave = await follower(
      { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
      'every_update',
      50,
    )
    const other = await follower({ scope: 'datacenter', cloud_id: alpha.id })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service], severity_tid: 19 })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service], severity_tid: 20 })
    await said('updated')
    await said('resolved')
    expect(await heardBy(grave)).toEqual([])
    expect(await heardBy(other)).toEqual([])
    const silent = await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    record = await addDraft(db)
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened', { notifies: false })
    await affects({ clouds: [beta], services: [beta.service] })
    await said('updated')
    await said('resolved')
    expect(await heardBy(silent)).toEqual([])
  })

  test('hear the same of maintenance and of a category of notifications', async () => {
    const cloud = await follower({ scope: 'maintenance', cloud_id: alpha.id })
    record = await addDraft(db, { kind: 'maintenance' })
    await affects({ clouds: [alpha, beta] })
    await said('scheduled')
    await affects({ clouds: [beta] })
    await said('updated')
    await said('started')
    await said('completed')
    expect(await heardBy(cloud)).toEqual(['scheduled', 'updated, no longer', 'completed, no longer'])

    const type = { notification_type: 'url_change_notification' } as const
    const terms = await db
      .insertInto('notification_terms')
      .values(['Gambling', 'News'].map((name) => ({ ...type, group_name: 'Web', name })))
      .returning('tid')
      .execute()
    const [gambling = 0, news = 0] = terms.map(({ tid }) => tid)
    const term = await follower({ scope: 'term', tid: gambling })
    record = await addDraft(db, { kind: 'notification', ...type })
    for (const [term_tid, step] of [
      [gambling, 'opened'],
      [news, 'corrected'],
      [news, 'updated'],
    ] as const) {
      await db.deleteFrom('record_terms').where('record_id', '=', record).execute()
      await db.insertInto('record_terms').values({ record_id: record, term_tid }).execute()
      await said(step)
    }
    expect(await heardBy(term)).toEqual(['opened', 'corrected, no longer'])
  })

  test('Z-03 are counted before publishing', async () => {
    await follower({ scope: 'service', cloud_id: alpha.id, tid: alpha.service })
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service] })
    expect(await peopleToTell('updated')).toBe(1)
    await said('updated')
    expect(await peopleToTell('updated')).toBe(0)
    expect(await peopleToTell('resolved')).toBe(1)
  })
})

describe('U-10 a channel that only gets opening and resolution', () => {
  test.each(['updated', 'corrected'] as const)(
    'gets the message (%s) that adds the place it follows, once, and the end',
    async (step) => {
      const cloud = await follower({ scope: 'core_cloud_services', cloud_id: beta.id }, 'open_and_resolved')
      await affects({ clouds: [alpha], services: [alpha.service] })
      await said('opened')
      await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
      expect(await peopleToTell(step)).toBe(1)
      await said(step)
      await said('updated')
      await said('resolved')
      expect(await heardBy(cloud)).toEqual([step, 'resolved'])
    },
  )

  test('gets the next message if the place was added silently', async () => {
    const cloud = await follower(
      { scope: 'service', cloud_id: beta.id, tid: beta.service },
      'open_and_resolved',
    )
    await affects({ clouds: [alpha], services: [alpha.service] })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service] })
    await said('corrected', { notifies: false })
    await said('updated')
    await said('updated')
    expect(await heardBy(cloud)).toEqual(['updated'])
  })

  test('gets no second opening for another place, or for one that comes back', async () => {
    const user = await follower(
      { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
      'open_and_resolved',
    )
    await follow(user, { scope: 'service', cloud_id: beta.id, tid: beta.service })
    await affects({ clouds: [alpha], services: [alpha.service] })
    await said('opened')
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('updated')
    await affects({ clouds: [beta], services: [beta.service] })
    await said('updated')
    await affects({ clouds: [alpha, beta], services: [alpha.service, beta.service] })
    await said('updated')
    expect(await heardBy(user)).toEqual(['opened'])
  })

  test('gets it when a place comes back that was left while the incident was too minor for the channel', async () => {
    const grave = await follower(
      { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
      'open_and_resolved',
      50,
    )
    const places = { clouds: [alpha, beta], services: [alpha.service, beta.service] }
    await affects({ ...places, severity_tid: 19 })
    await said('opened')
    await affects({ clouds: [beta], services: [beta.service], severity_tid: 20 })
    await said('updated')
    await affects({ ...places, severity_tid: 20 })
    await said('updated')
    expect(await heardBy(grave)).toEqual(['updated'])
  })

  test('gets maintenance when its cloud is added', async () => {
    const cloud = await follower({ scope: 'maintenance', cloud_id: beta.id }, 'open_and_resolved')
    record = await addDraft(db, { kind: 'maintenance' })
    await affects({ clouds: [alpha] })
    await said('scheduled')
    await affects({ clouds: [alpha, beta] })
    await said('updated')
    await said('started')
    await said('completed')
    expect(await heardBy(cloud)).toEqual(['updated', 'completed'])
  })
})

type Followed = Parameters<typeof addSubscriber>[1][number]

async function follower(
  followed: Followed,
  cadence: 'every_update' | 'open_and_resolved' | 'daily_digest' = 'every_update',
  min_severity_rank = 0,
): Promise<number> {
  const userId = await addSubscriber(db, [followed])
  await db.updateTable('channels').set({ cadence, min_severity_rank }).where('user_id', '=', userId).execute()
  return userId
}

async function follow(user_id: number, followed: Followed) {
  await db
    .insertInto('subscriptions')
    .values({ user_id, ...followed })
    .execute()
}

/** Places that are absent: none, so that the record affects its whole clouds. */
async function affects(of: { clouds: SmallCloud[]; services?: number[]; severity_tid?: number }) {
  const { clouds, services = [], severity_tid } = of
  await db.deleteFrom('record_clouds').where('record_id', '=', record).execute()
  await db.deleteFrom('record_services').where('record_id', '=', record).execute()
  for (const { id: cloud_id } of clouds)
    await db.insertInto('record_clouds').values({ record_id: record, cloud_id }).execute()
  for (const service_tid of services)
    await db.insertInto('record_services').values({ record_id: record, service_tid }).execute()
  if (severity_tid !== undefined)
    await db.updateTable('records').set({ severity_tid }).where('id', '=', record).execute()
}

async function said(step: PublicationStep, { notifies = true } = {}) {
  await publish(db, record, { step, notifies })
  while ((await expandNext(db, { now: new Date() })).kind === 'expanded');
}

async function heardBy(userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('publications', 'publications.id', 'deliveries.publication_id')
    .where('user_id', '=', userId)
    .select(['step', 'no_longer_affected'])
    .orderBy('publications.id')
    .orderBy('channel_id')
    .execute()
  return rows.map(({ step, no_longer_affected }) => (no_longer_affected ? `${step}, no longer` : step))
}

async function peopleToTell(step: PublicationStep) {
  const audience = await findAudience(db, record)
  return audience && (await countRecipients(db, { ...audience, step })).people
}

async function regionOf({ dataCenter }: SmallCloud): Promise<number> {
  const center = db.selectFrom('data_centers').where('tid', '=', dataCenter).select('region_tid')
  return (await center.executeTakeFirstOrThrow()).region_tid
}
