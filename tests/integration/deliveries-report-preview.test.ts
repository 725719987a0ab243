import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecipientsPreview } from '../../src/contract/deliveries.ts'
import type { ChannelKind } from '../../src/domain/notifying/channel.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { publish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'
import { addWebhook } from '../support/user-channels.ts'

let site: AccountSite
let cloud: SmallCloud
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await subscriber(site, { roles: ['trust_admin'] })
})

afterAll(() => site.stop())

describe('Z-03 the recipient preview', () => {
  test('counts people and channels, without those who get nothing', async () => {
    const recordId = await addDraft(site.database.db, { clouds: [cloud] })
    const before = await preview(recordId)
    const notified = await subscribed({})
    const both = await subscribed({})
    await addWebhook(site.database.db, both)
    await subscribed({ isVerified: false })
    await subscribed({ lockedAt: new Date() })
    const after = await preview(recordId)
    expect(after.people - before.people).toBe(2)
    expect(peopleBy(after, 'email') - peopleBy(before, 'email')).toBe(2)
    expect(peopleBy(after, 'webhook') - peopleBy(before, 'webhook')).toBe(1)
    await site.database.db
      .updateTable('channels')
      .set({ cadence: 'open_and_resolved' })
      .where('user_id', '=', notified)
      .execute()
    expect((await preview(recordId)).people).toBe(after.people)
    // The first publication of an incident counts as its opening, whatever the step is called.
    expect((await preview(recordId, '?step=updated')).people).toBe(after.people)
    await publish(site.database.db, recordId)
    expect((await preview(recordId, '?step=updated')).people).toBe(after.people - 1)
    expect((await preview(recordId, '?step=updated&reopens=true')).people).toBe(after.people - 1)
    await site.database.db
      .updateTable('records')
      .set({ closed_on: new Date() })
      .where('id', '=', recordId)
      .execute()
    await publish(site.database.db, recordId, { step: 'resolved' })
    expect((await preview(recordId, '?step=updated')).people).toBe(after.people - 1)
    expect((await preview(recordId, '?step=updated&reopens=true')).people).toBe(after.people)
  })

  test('works while the record is locked, and locks nothing itself', async () => {
    const { db } = site.database
    const recordId = await addDraft(db, { clouds: [cloud] })
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('records').where('id', '=', recordId).select('id').forUpdate().execute()
      expect((await preview(recordId)).people).toBeGreaterThan(0)
    })
  })

  test('gives 404 for an unknown record and 400 for an unknown step', async () => {
    expect((await get('/api/admin/records/2000000000/recipients')).statusCode).toBe(404)
    expect((await get('/api/admin/records/1/recipients?step=deleted')).statusCode).toBe(400)
  })
})

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: staff.cookie } })
}

async function preview(recordId: number, query = '') {
  const answer = await get(`/api/admin/records/${recordId}/recipients${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<RecipientsPreview>().data
}

function peopleBy({ by_channel }: RecipientsPreview['data'], kind: ChannelKind) {
  return by_channel.find((channel) => channel.kind === kind)?.people ?? 0
}

async function subscribed(of: Parameters<typeof makeAccount>[1]) {
  const { uid } = await makeAccount(site.database.db, of)
  await site.database.db
    .insertInto('subscriptions')
    .values({ user_id: uid, scope: 'service', cloud_id: cloud.id, tid: cloud.service })
    .execute()
  return uid
}
