import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NotificationType } from '../../src/domain/notification-type.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type Leaving, leaving, type Reader } from '../support/leaving.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { addWebhook } from '../support/user-channels.ts'

let site: AccountSite
let all: Leaving
let person: Reader

beforeAll(async () => {
  site = await accountSite()
  all = await leaving(site)
})

afterAll(() => site.stop())

beforeEach(async () => {
  person = await all.reader()
})

describe('U-10 queued messages after unsubscribing', () => {
  test.each([
    ['by the link in a message', () => all.oneClick(`token=${person.token}`)],
    ['on the subscriptions page', () => person.unsubscribe(all.cloud.service)],
  ])('%s are not sent, on any channel', async (_, leave) => {
    await person.subscribe(all.cloud.service)
    const hook = await addWebhook(site.database.db, person.uid)
    await letWait(person, { lane: 'digest' })
    await letWait(person, { lane: 'http', channelId: hook })
    await leave()
    expect(await waiting(person)).toEqual([
      { state: 'suppressed', last_error: 'unsubscribed' },
      { state: 'suppressed', last_error: 'unsubscribed' },
    ])
  })

  test('from notifications are not sent either', async () => {
    const type = await site.database.db
      .selectFrom('notification_terms')
      .where('retired_at', 'is', null)
      .select(['tid', 'notification_type'])
      .executeTakeFirstOrThrow()
    const choose = (action: string) =>
      person.post('/api/notification_manage_subscription', { tid: [type.tid], action })
    expect((await choose('subscribe')).statusCode).toBe(200)
    const publicationId = await publishNotification(type.notification_type)
    await letWait(person, { publicationId })
    expect((await choose('unsubscribe')).statusCode).toBe(200)
    expect(await waiting(person)).toEqual([{ state: 'suppressed', last_error: 'unsubscribed' }])
  })

  test('are still sent if another subscription matches', async () => {
    await person.subscribe([all.cloud.service, all.cloud.region])
    await letWait(person)
    await person.unsubscribe(all.cloud.service)
    expect(await waiting(person)).toEqual([{ state: 'due', last_error: null }])
    await person.unsubscribe(all.cloud.region)
    expect(await waiting(person)).toMatchObject([{ state: 'suppressed' }])
  })

  test('stay if being sent or already sent', async () => {
    for (const state of ['leased', 'sent', 'dead'] as const) {
      const other = await all.reader()
      await other.subscribe(all.cloud.service)
      await letWait(other, { state })
      await all.oneClick(`token=${other.token}`)
      expect(await waiting(other)).toEqual([{ state, last_error: null }])
    }
  })

  test('other people’s messages are still sent', async () => {
    const other = await all.reader()
    for (const each of [person, other]) {
      await each.subscribe(all.cloud.service)
      await letWait(each)
    }
    await all.oneClick(`token=${person.token}`)
    expect(await waiting(other)).toEqual([{ state: 'due', last_error: null }])
  })

  test("don't block the unsubscribe while a worker has claimed them", async () => {
    await person.subscribe(all.cloud.service)
    await letWait(person)
    await site.database.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('deliveries')
        .where('user_id', '=', person.uid)
        .select('id')
        .forUpdate()
        .executeTakeFirstOrThrow()
      expect((await all.oneClick(`token=${person.token}`)).statusCode).toBe(200)
    })
    expect(await person.count()).toBe(0)
  })
})

/** One without a term: it reaches all subscribers to a term of its type. */
async function publishNotification(type: NotificationType): Promise<number> {
  const { db } = site.database
  const recordId = await addDraft(db, { kind: 'notification', notification_type: type })
  await publish(db, recordId)
  const { id } = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function letWait(
  { uid, channelId: mail }: Reader,
  of: {
    publicationId?: number
    channelId?: number
    lane?: 'mail' | 'http' | 'digest'
    state?: 'due' | 'leased' | 'sent' | 'dead'
  } = {},
) {
  const { publicationId = all.publicationId, channelId = mail, lane = 'mail', state = 'due' } = of
  await site.database.db
    .insertInto('deliveries')
    .values({
      publication_id: publicationId,
      user_id: uid,
      channel_id: channelId,
      kind: lane === 'http' ? 'webhook' : 'email',
      lane,
      priority: 1,
      state,
      due_at: new Date(),
      sent_at: state === 'sent' ? new Date() : null,
    })
    .execute()
}

function waiting({ uid }: Reader) {
  return site.database.db
    .selectFrom('deliveries')
    .where('user_id', '=', uid)
    .select(['state', 'last_error'])
    .orderBy('id')
    .execute()
}
