import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSubscribersCsv } from '../../src/accounts/subscribers/write-subscribers-csv.ts'
import type {
  SubscriberDetails,
  SubscriberFigures,
  SubscriberRow,
} from '../../src/contract/admin/subscribers.ts'
import { suppressAddress } from '../../src/db/channels.ts'
import { refusalHash, refuseFollowMails } from '../../src/db/follow-refusals.ts'
import { countSubscribers } from '../../src/delivery/worker/sweep-deliveries.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { CLOUD, servicesIn, subscriber } from '../support/subscriber.ts'

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>
let cloudId: number
let services: { tid: number; name: string }[]

beforeAll(async () => {
  site = await accountSite()
  staff = await subscriber(site, { roles: ['trust_admin'] })
  const { id } = await site.database.db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD)
    .select('id')
    .executeTakeFirstOrThrow()
  cloudId = id
  services = servicesIn(await staff.offer()).map(({ tid, name }) => ({ tid, name }))
})

afterAll(() => site.stop())

test('Z-05 subscribers are found by the start of an address or domain, by number, cloud, service and state', async () => {
  const { db } = site.database
  const [one, other] = [services[0]?.tid ?? 0, services[1]?.tid ?? 0]
  const ida = await follower({ email: 'ida@harbor.example', tid: one })
  const all = await follower({ email: 'all@harbor.example', tid: null })
  const new_ = await follower({ email: 'new@mill.example', tid: other, isVerified: false })
  const idle = await makeAccount(db, { email: 'idle@harbor.example' })
  await suppressAddress(db, { email: 'all@harbor.example', reason: '550', now: site.clock.now })

  expect(await found({ q: 'IDA@har' })).toEqual([ida])
  expect(await found({ q: '@harbor' })).toEqual([idle.uid, all, ida])
  expect(await found({ q: 'harbor.ex' })).toEqual([idle.uid, all, ida])
  expect(await found({ q: `#${ida}` })).toEqual([ida])
  // Pattern characters are literal, and the middle of an address isn't searched.
  expect(await found({ q: 'i_a@' })).toEqual([])
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ cloud: cloudId })).toEqual([new_, all, ida])
  expect(await found({ cloud: cloudId, service: one })).toEqual([all, ida])
  expect(await found({ cloud: cloudId, service: other })).toEqual([new_, all])
  expect(await found({ cloud: cloudId, service: one, q: 'ida' })).toEqual([ida])
  expect(await found({ state: 'unconfirmed' })).toEqual([new_])
  expect(await found({ state: 'suppressed' })).toEqual([all])
  expect(await found({ q: 'idle', state: 'follows-nothing' })).toEqual([idle.uid])
  expect(await found({})).toEqual([new_, all, ida])
})

test('Z-05 the list goes on by key: every subscriber once, however many', async () => {
  const made: number[] = []
  for (let each = 0; each < 30; each++)
    made.push(await follower({ email: `${each}@pages.example`, tid: services[2]?.tid ?? 0 }))
  const first = await search({ q: '@pages.example' })
  expect(first.data).toHaveLength(25)
  await staff.post(`/api/admin/subscribers/${made[0]}/erase`)
  const second = await search({ q: '@pages.example', before: first.older ?? 0 })
  expect(second.older).toBeNull()
  expect([...first.data, ...second.data].map(({ uid }) => uid)).toEqual(made.slice(1).reverse())
})

test('Z-05 a subscriber page says what they follow; ending is audited and settles waiting messages', async () => {
  const [first, second] = services
  const uid = await follower({ email: 'ends@mill.example', tid: first?.tid ?? 0 })
  await follow(uid, second?.tid ?? 0)
  const details = await about(uid)
  expect(details.subscriber).toMatchObject({ email: 'ends@mill.example', is_confirmed: true, follows: 2 })
  expect(details.follows.map(({ name }) => name)).toEqual(
    [first, second].map((service) => expect.stringContaining(service?.name ?? '')),
  )
  expect(details.channels).toHaveLength(1)

  const other = await follower({ email: 'other@mill.example', tid: first?.tid ?? 0 })
  const foreign = (await about(other)).follows.map(({ id }) => id)
  const [ends] = details.follows
  const left = await done<SubscriberDetails>(`/api/admin/subscribers/${uid}/end`, {
    ids: [ends?.id, ...foreign],
  })
  expect(left.follows.map(({ id }) => id)).toEqual([details.follows[1]?.id])
  expect((await about(other)).follows).toHaveLength(1)
  await done(`/api/admin/subscribers/${uid}/end`, {})
  await done(`/api/admin/subscribers/${uid}/end`, {})
  expect((await about(uid)).follows).toEqual([])
  const audit = await auditOf('end-subscriptions')
  expect(audit).toEqual([
    {
      entity: 'user',
      entity_id: String(uid),
      before: { subscriptions: 2, ended: null },
      after: { subscriptions: 1, ended: [ends?.name] },
    },
    {
      entity: 'user',
      entity_id: String(uid),
      before: { subscriptions: 1, ended: null },
      after: { subscriptions: 0, ended: [details.follows[1]?.name] },
    },
  ])
})

test('Z-05 an added subscriber gets one mail to confirm and follows the cloud; confirmed accounts stay as they are', async () => {
  const { db } = site.database
  const email = 'added@mill.example'
  const added = await done<SubscriberDetails>('/api/admin/subscribers', {
    email: ' Added@Mill.example ',
    cloud: cloudId,
  })
  const { uid } = added.subscriber
  expect(added.subscriber).toMatchObject({ email, is_confirmed: false, follows: 5 })
  expect(await confirmationsTo(email)).toBe(1)
  expect(await auditOf('add-subscriber')).toEqual([
    {
      entity: 'user',
      entity_id: String(uid),
      before: null,
      after: { cloud: 'northwall.net', services: 'all', is_new_account: true },
    },
  ])
  // Not confirmed yet: more can be added, and the mail is sent again.
  const [service] = services
  const more = await done<SubscriberDetails>('/api/admin/subscribers', {
    email,
    cloud: cloudId,
    services: [service?.tid],
  })
  expect(more.subscriber).toMatchObject({ uid, follows: 6 })
  await done(`/api/admin/subscribers/${uid}/confirmation`, {})
  expect(await confirmationsTo(email)).toBe(3)
  // Three an hour to one mailbox, also when staff send them; nothing is half done.
  expect((await staff.post(`/api/admin/subscribers/${uid}/confirmation`)).statusCode).toBe(429)
  const alias = await staff.post('/api/admin/subscribers', { email: 'added+2@mill.example', cloud: cloudId })
  expect(alias.statusCode).toBe(429)
  expect(await found({ q: 'added+2' })).toEqual([])

  const known = await makeAccount(db, { email: 'known@mill.example' })
  const refused = await staff.post('/api/admin/subscribers', { email: known.email, cloud: cloudId })
  expect(refused.statusCode).toBe(409)
  expect(refused.json<{ message: string }>().message).toContain(
    `Account ${known.uid} already has this address`,
  )
  expect((await about(known.uid)).follows).toEqual([])
})

test('Z-05 a person who signed up with the address of an added subscriber before loses access', async () => {
  const { db } = site.database
  const stranger = await makeAccount(db, { email: 'victim@mill.example', isVerified: false })
  const signIn = () => site.browser().post('/api/user/login', { name: stranger.email, pass: stranger.pass })
  expect((await signIn()).statusCode).toBe(200)
  await db
    .insertInto('channels')
    .values({ user_id: stranger.uid, kind: 'slack', address: 'https://stranger.example/' })
    .execute()
  await done('/api/admin/subscribers', { email: stranger.email, cloud: cloudId })

  const sessions = db.selectFrom('sessions').where('user_id', '=', stranger.uid).selectAll()
  expect(await sessions.execute()).toEqual([])
  expect((await signIn()).statusCode).not.toBe(200)
  const channels = db.selectFrom('channels').where('user_id', '=', stranger.uid).select('kind')
  expect(await channels.execute()).toEqual([{ kind: 'email' }])
})

test('U-12 an owner who refused to be asked is asked by neither staff nor an import, however it is spelled', async () => {
  const { db } = site.database
  const now = site.clock.now
  const hash = refusalHash('never@mill.example')
  const { uid } = await makeAccount(db, { email: 'never@mill.example', isVerified: false })
  await db.transaction().execute((trx) => refuseFollowMails(trx, { hash, now }))
  const answers = [
    await staff.post('/api/admin/subscribers', { email: 'never+more@mill.example', cloud: cloudId }),
    await staff.post(`/api/admin/subscribers/${uid}/confirmation`),
  ]
  for (const { statusCode, body } of answers)
    expect([statusCode, body]).toEqual([
      409,
      expect.stringContaining('asked us not to send confirmation requests'),
    ])
  const imported = await staff.post('/api/admin/imports/subscribers', {
    file: { name: 'all.csv', text: 'email\nnever+again@mill.example\nunasked@mill.example\n' },
    cloud: CLOUD,
    are_confirmed: false,
  })
  expect(imported.json().data, imported.body).toMatchObject({
    new_accounts: 1,
    left_out: [{ line: 2, reason: 'The owner of this address asked us not to send confirmation requests.' }],
  })
})

test('Z-05 nonsense is refused field by field, and an address that refuses mail is not asked', async () => {
  const status = async (body: object) => (await staff.post('/api/admin/subscribers', body)).statusCode
  const email = 'fine@mill.example'
  expect(await status({ email: 'no address', cloud: cloudId })).toBe(422)
  expect(await status({ email: 'someone@northwall.example', cloud: cloudId })).toBe(422)
  expect(await status({ email, cloud: 2_000_000 })).toBe(422)
  expect(await status({ email, cloud: cloudId, services: [2_000_000] })).toBe(422)
  await suppressAddress(site.database.db, { email, reason: '550', now: site.clock.now })
  expect(await status({ email, cloud: cloudId })).toBe(409)
  expect(await found({ q: email })).toEqual([])
})

test('Z-05 staff stop mail to an address and start it again; the audit log names the account only', async () => {
  const uid = await follower({ email: 'stop@mill.example', tid: null })
  await done('/api/admin/suppressions/add', { email: 'STOP@mill.example' })
  await done('/api/admin/suppressions/add', { email: 'stop@mill.example' })
  expect((await about(uid)).suppression?.reason).toBe('stopped by staff')
  expect(await auditOf('suppress')).toEqual([
    {
      entity: 'user',
      entity_id: String(uid),
      before: { mail_refused: null },
      after: { mail_refused: 'stopped by staff' },
    },
  ])
  await done('/api/admin/suppressions/lift', { email: 'stop@mill.example' })
  expect((await about(uid)).suppression).toBeNull()
})

test('Z-05 erasing deletes everything about a customer; staff accounts are locked instead', async () => {
  const { db } = site.database
  const uid = await follower({ email: 'gone@mill.example', tid: null })
  await done(`/api/admin/subscribers/${uid}/erase`, {})
  const rest = await db.selectFrom('subscriptions').where('user_id', '=', uid).selectAll().execute()
  expect(rest).toEqual([])
  expect((await staff.post(`/api/admin/subscribers/${uid}/erase`)).statusCode).toBe(404)
  expect(await auditOf('erase-subscriber')).toContainEqual({
    entity: 'user',
    entity_id: String(uid),
    before: null,
    after: null,
  })
  const employee = await makeStaffMember(db, { roles: [] })
  const refused = await staff.post(`/api/admin/subscribers/${employee.uid}/erase`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json<{ message: string }>().message).toContain('Lock it under People')
})

test('Z-05 the export has everyone of a service once, with safe cells, and is audited', async () => {
  const { db } = site.database
  const tid = services[3]?.tid ?? 0
  for (let each = 0; each < 5; each++) await follower({ email: `=sum${each}@csv.example`, tid })
  const silent = await follower({ email: 'silent@csv.example', tid })
  await db.updateTable('channels').set({ is_enabled: false }).where('user_id', '=', silent).execute()
  const query = { cloud: cloudId, service: tid, state: 'confirmed' } as const
  const answer = await staff.post('/api/admin/subscribers.csv', query)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(answer.body.match(/,'=sum\d@csv\.example,/g)).toHaveLength(5)
  expect(answer.body).toContain(services[3]?.name)
  expect(answer.body.match(/sum0@csv\.example,[^,]+,yes,/g)).toHaveLength(1)
  expect(answer.body.match(/silent@csv\.example,[^,]+,no,/g)).toHaveLength(1)
  const [entry] = await auditOf('export')
  expect(entry).toEqual({
    entity: 'subscribers',
    entity_id: String(cloudId),
    before: null,
    after: { cloud: cloudId, service: tid, state: 'confirmed' },
  })
  let slices = ''
  const of = { query, actor: actorNamed('test'), now: site.clock.now, readAtOnce: 2 }
  for await (const part of writeSubscribersCsv({ db }, of)) slices += part
  expect(slices).toBe(answer.body)
})

test('Z-05 customer success managers read subscribers and change nothing; others can’t see them', async () => {
  const uid = await follower({ email: 'read@mill.example', tid: null })
  const onlooker = await subscriber(site, { roles: ['customer_success_manager'] })
  expect((await onlooker.post('/api/admin/subscribers/search', { q: 'read@' })).statusCode).toBe(200)
  expect((await onlooker.post(`/api/admin/subscribers/${uid}/end`)).statusCode).toBe(403)
  expect((await onlooker.post('/api/admin/subscribers.csv')).statusCode).toBe(403)
  const editor = await subscriber(site, { roles: ['blog_editor'] })
  expect((await editor.post('/api/admin/subscribers/search', {})).statusCode).toBe(403)
})

test('Z-06 followers are counted by day, for the site, each cloud and each service; All counts for each', async () => {
  const { db } = site.database
  await db.deleteFrom('subscriptions').execute()
  const [one, other] = [services[0]?.tid ?? 0, services[1]?.tid ?? 0]
  const both = await follower({ email: 'a@count.example', tid: null })
  await follow(both, one)
  await follower({ email: 'b@count.example', tid: one })
  await follower({ email: 'c@count.example', tid: one, isVerified: false })
  const { now } = site.clock
  await countSubscribers(db, { now: new Date(now.getTime() - 86_400_000) })
  await follower({ email: 'd@count.example', tid: other })
  const days = async (query: string) =>
    (await figures(query)).days.map(({ day, ...rest }) => Object.values(rest))
  expect(await days('')).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(await days(`?cloud=${cloudId}&service=${one}`)).toEqual([
    [2, 1],
    [2, 1],
  ])
  expect(await days(`?cloud=${cloudId}&service=${other}`)).toEqual([
    [1, 0],
    [2, 0],
  ])
  await countSubscribers(db, { now })
  await countSubscribers(db, { now })
  expect(await days(`?cloud=${cloudId}`)).toEqual([
    [2, 1],
    [3, 1],
  ])
  const { clouds, services: ofCloud } = await figures(`?cloud=${cloudId}`)
  expect(clouds.find(({ cloud }) => cloud === cloudId)).toMatchObject({ confirmed: 3, unconfirmed: 1 })
  expect(ofCloud.find(({ service }) => service === other)).toMatchObject({ confirmed: 2, unconfirmed: 0 })
})

async function follower({
  email,
  tid,
  isVerified = true,
}: {
  email: string
  tid: number | null
  isVerified?: boolean
}): Promise<number> {
  const { uid } = await makeAccount(site.database.db, { email, isVerified })
  await follow(uid, tid)
  return uid
}

async function follow(uid: number, tid: number | null) {
  await site.database.db
    .insertInto('subscriptions')
    .values({ user_id: uid, cloud_id: cloudId, scope: tid === null ? 'core_cloud_services' : 'service', tid })
    .execute()
}

async function search(body: object): Promise<{ data: SubscriberRow[]; older: number | null }> {
  const answer = await staff.post('/api/admin/subscribers/search', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function found(body: object): Promise<number[]> {
  return (await search(body)).data.map(({ uid }) => uid)
}

async function about(uid: number): Promise<SubscriberDetails> {
  return get(`/api/admin/subscribers/${uid}`)
}

function figures(query: string): Promise<SubscriberFigures> {
  return get(`/api/admin/subscribers/figures${query}`)
}

async function get<T>(url: string): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: staff.cookie } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: T }>().data
}

async function done<T>(url: string, body: object): Promise<T> {
  const answer = await staff.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: T }>().data
}

async function confirmationsTo(email: string): Promise<number> {
  const mails = await site.database.db
    .selectFrom('account_mails')
    .where('email', '=', email)
    .where('kind', '=', 'verify-email')
    .select('id')
    .execute()
  return mails.length
}

function auditOf(action: string) {
  return site.database.db
    .selectFrom('audit_log')
    .where('action', '=', action)
    .select(['entity', 'entity_id', 'before', 'after'])
    .orderBy('id')
    .execute()
}
