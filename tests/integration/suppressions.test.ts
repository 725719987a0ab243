import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Suppression } from '../../src/contract/admin/suppressions.ts'
import type { FoundDelivery } from '../../src/contract/deliveries.ts'
import { suppressAddress } from '../../src/db/channels.ts'
import { STOPPED_BY_STAFF } from '../../src/domain/notifying/channel-result.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'

let site: AccountSite
let cloud: SmallCloud
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await subscriber(site, { roles: ['trust_admin'] })
})

afterAll(() => site.stop())

test('Z-05 a suppressed address is found however it is typed, with the reason and date', async () => {
  const { uid, email } = await makeAccount(site.database.db)
  await suppress(email)
  const found = await find(` ${email.toUpperCase()} `)
  expect(found).toEqual({
    suppression: { reason: '550 5.1.1 no such user', since: site.clock.now.toISOString() },
    uids: [uid],
  })
  expect(await find('nobody@elsewhere.example')).toEqual({ suppression: null, uids: [] })
  expect((await staff.post('/api/admin/suppressions/find', { email: 'no address' })).statusCode).toBe(422)
})

test('Z-05 lifting it allows mail again; the audit log names the account and no address', async () => {
  const { db } = site.database
  const { uid, email } = await makeAccount(db)
  await suppress(email)
  const lifted = await done<Suppression>('/api/admin/suppressions/lift', { email })
  expect(lifted).toEqual({ suppression: null, uids: [uid] })
  await done<Suppression>('/api/admin/suppressions/lift', { email })
  const audit = await db
    .selectFrom('audit_log')
    .where('action', '=', 'lift-suppression')
    .select(['actor', 'entity', 'entity_id', 'before', 'after'])
    .execute()
  expect(audit).toEqual([
    {
      actor: 'trust_admin',
      entity: 'user',
      entity_id: String(uid),
      before: { mail_refused: '550 5.1.1 no such user', refused_since: site.clock.now.toISOString() },
      after: { mail_refused: null, refused_since: null },
    },
  ])
  expect(JSON.stringify(audit)).not.toContain('@')
})

test('Z-05 an address that refused mail can be stopped, too, so that its owner cannot lift that', async () => {
  const { uid, email } = await makeAccount(site.database.db)
  await suppress(email)
  const stopped = await done<Suppression>('/api/admin/suppressions/add', { email })
  expect(stopped.suppression).toMatchObject({ reason: STOPPED_BY_STAFF })
  const audit = await site.database.db
    .selectFrom('audit_log')
    .where('entity_id', '=', String(uid))
    .select(['action', 'before', 'after'])
    .execute()
  expect(audit).toEqual([
    {
      action: 'suppress',
      before: { mail_refused: '550 5.1.1 no such user' },
      after: { mail_refused: STOPPED_BY_STAFF },
    },
  ])
})

test("Z-05 read-only staff can't lift one", async () => {
  const { email } = await makeAccount(site.database.db)
  await suppress(email)
  const onlooker = await subscriber(site, { roles: ['customer_success_manager'] })
  expect((await onlooker.post('/api/admin/suppressions/find', { email })).statusCode).toBe(200)
  expect((await onlooker.post('/api/admin/suppressions/lift', { email })).statusCode).toBe(403)
  expect((await find(email)).suppression).not.toBeNull()
})

test('Z-05 suppressions with one reason are grouped and lifted together, with one audit entry', async () => {
  const { db } = site.database
  const emails = await Promise.all([1, 2, 3].map(async () => (await makeAccount(db)).email))
  for (const email of emails)
    await suppressAddress(db, { email, reason: '550 5.7.1 relay', now: site.clock.now })
  const other = (await makeAccount(db)).email
  await suppress(other)
  const groups = await site.app.inject({
    url: '/api/admin/suppressions',
    headers: { cookie: staff.cookie },
  })
  const at = site.clock.now.toISOString()
  expect(groups.json<{ data: unknown[] }>().data).toContainEqual({
    reason: '550 5.7.1 relay',
    count: 3,
    first: at,
    last: at,
  })
  const onlooker = await subscriber(site, { roles: ['customer_success_manager'] })
  const reason = '550 5.7.1 relay'
  expect((await onlooker.post('/api/admin/suppressions/lift-many', { reason })).statusCode).toBe(403)
  for (const wrong of [{}, { until: at }, { from: 'yesterday' }])
    expect((await staff.post('/api/admin/suppressions/lift-many', wrong)).statusCode).toBe(422)
  const later = new Date(site.clock.now.getTime() + 1).toISOString()
  const none = await done<{ lifted: number }>('/api/admin/suppressions/lift-many', { reason, from: later })
  expect(none).toEqual({ lifted: 0 })
  const lifted = await done<{ lifted: number }>('/api/admin/suppressions/lift-many', { reason, from: at })
  expect(lifted).toEqual({ lifted: 3 })
  expect((await find(emails[0] ?? '')).suppression).toBeNull()
  expect((await find(other)).suppression).not.toBeNull()
  const audit = await db
    .selectFrom('audit_log')
    .where('action', '=', 'lift-suppressions')
    .select(['actor', 'entity', 'entity_id', 'before', 'after'])
    .execute()
  expect(audit).toEqual([
    {
      actor: 'trust_admin',
      entity: 'suppression',
      entity_id: reason,
      before: { suppressed: 3, from: at, until: null },
      after: { suppressed: 0 },
    },
  ])
})

test('Z-05 messages are found by address, which the answer does not repeat', async () => {
  const { db } = site.database
  const { uid, email } = await makeAccount(db)
  const publication = await publishIncident(db, cloud)
  const older = await publishIncident(db, cloud)
  await addDelivery({ publication, uid, state: 'dead', reason: '451 busy' })
  await addDelivery({ publication: older, uid, state: 'sent' })
  const answer = await staff.post('/api/admin/deliveries/search', { recipient: email })
  const { data, uids } = answer.json<{ data: FoundDelivery[]; uids: number[] }>()
  expect(uids).toEqual([uid])
  expect(data.map(({ state, publication: of }) => [state, of])).toEqual([
    ['sent', older],
    ['dead', publication],
  ])
  expect(data[1]).toMatchObject({ title: 'Traffic is slow', news: 'New incident', reason: '451 busy', uid })
  expect(answer.body).not.toContain('@')
  expect((await search({ recipient: `#${uid}`, state: 'dead' })).map(({ state }) => state)).toEqual(['dead'])
})

test('Z-05 an address of both a customer and staff finds both', async () => {
  const { db } = site.database
  const { uid, email } = await makeStaffMember(db, { roles: [] })
  const customer = await makeAccount(db, { email })
  const { uids } = (await staff.post('/api/admin/deliveries/search', { recipient: email })).json<{
    uids: number[]
  }>()
  expect(uids).toEqual([uid, customer.uid].toSorted((a, b) => a - b))
})

test('Z-05 messages are found by record and state, with paging', async () => {
  const { db } = site.database
  const publication = await publishIncident(db, cloud)
  const { record_id } = await db
    .selectFrom('publications')
    .where('id', '=', publication)
    .select('record_id')
    .executeTakeFirstOrThrow()
  for (let each = 0; each < 53; each++) {
    const { uid } = await makeAccount(db)
    await addDelivery({ publication, uid, state: each < 51 ? 'sent' : each === 51 ? 'dead' : 'due' })
  }
  const first = await staff.post('/api/admin/deliveries/search', { record: record_id })
  expect(first.json()).toMatchObject({ has_more: true, uids: null })
  expect(first.json<{ data: unknown[] }>().data).toHaveLength(50)
  expect(await search({ record: record_id, page: 1 })).toHaveLength(3)
  expect(await search({ record: record_id, state: 'sent' })).toHaveLength(50)
  expect((await search({ record: record_id, state: 'dead' })).map(({ state }) => state)).toEqual(['dead'])
  expect((await search({ publication, state: 'waiting' })).map(({ state }) => state)).toEqual(['waiting'])
})

test('Z-05 a search needs a recipient or a record: otherwise it would scan everything', async () => {
  for (const asked of [{}, { state: 'dead' }, { recipient: '  ' }, { recipient: 'nobody' }]) {
    expect((await staff.post('/api/admin/deliveries/search', asked)).statusCode).toBe(422)
  }
  const legal = await subscriber(site, { roles: ['legal_team'] })
  expect((await legal.post('/api/admin/deliveries/search', { record: 1 })).statusCode).toBe(403)
})

test('Z-05 all failed messages are retried with one call', async () => {
  const { db } = site.database
  const publication = await publishIncident(db, cloud)
  const { uid } = await makeAccount(db)
  await addDelivery({ publication, uid, state: 'dead' })
  const before = await countDead()
  expect(await done('/api/admin/deliveries/retry', { all: true })).toEqual({ retried: before })
  expect(await countDead()).toBe(0)
})

function suppress(email: string) {
  return suppressAddress(site.database.db, { email, reason: '550 5.1.1 no such user', now: site.clock.now })
}

function find(email: string) {
  return done<Suppression>('/api/admin/suppressions/find', { email })
}

async function search(asked: object) {
  return done<FoundDelivery[]>('/api/admin/deliveries/search', asked)
}

async function done<T>(url: string, body: object): Promise<T> {
  const answer = await staff.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: T }>().data
}

async function addDelivery(of: {
  publication: number
  uid: number
  state: 'due' | 'sent' | 'dead'
  reason?: string
}) {
  const { db } = site.database
  await db
    .insertInto('deliveries')
    .values({
      publication_id: of.publication,
      user_id: of.uid,
      channel_id: await mailChannelOf(db, of.uid),
      kind: 'email',
      lane: 'mail',
      priority: 1,
      state: of.state,
      due_at: new Date(),
      sent_at: of.state === 'sent' ? new Date() : null,
      last_error: of.reason ?? null,
    })
    .execute()
}

async function countDead() {
  const { count } = await site.database.db
    .selectFrom('deliveries')
    .where('state', '=', 'dead')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
