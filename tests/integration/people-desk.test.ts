import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../src/accounts/open-session.ts'
import { changeRoles } from '../../src/accounts/staff-desk/change-roles.ts'
import type { PersonDetails, PersonRow } from '../../src/contract/admin/people.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { subscriber } from '../support/subscriber.ts'
import { addWebhook } from '../support/user-channels.ts'

let site: AccountSite
let administrator: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

beforeEach(async () => {
  await site.database.db.deleteFrom('user_roles').execute()
  administrator = await subscriber(site, { roles: ['administrator'] })
})

describe('finding people', () => {
  test('Z-05 an administrator finds accounts by address, name and ID', async () => {
    const { db } = site.database
    const customer = await makeAccount(db, { email: 'ida.larsen@harbour.example' })
    const { uid } = await makeStaffMember(db, { roles: ['blog_editor'], name: 'Tomasz Wilk' })
    expect((await search('?q=LARSEN')).data.map(({ uid: found }) => found)).toEqual([customer.uid])
    expect((await search('?q=wilk')).data[0]).toMatchObject({
      uid,
      name: 'Tomasz Wilk',
      is_staff: true,
      roles: ['blog_editor'],
    })
    expect((await search(`?q=${uid}`)).data.map((row) => row.uid)).toContain(uid)
    expect((await search('?q=%25')).total).toBe(0)
    expect((await search('?q=ida_larsen')).total).toBe(0)
  })

  test('Z-05 the list filters staff, customers, locked and unverified, with paging', async () => {
    const { db } = site.database
    const locked = await makeAccount(db, { lockedAt: new Date() })
    const unverified = await makeAccount(db, { isVerified: false })
    const { uid } = await makeStaffMember(db, { roles: [] })
    const uidsOf = async (query: string) => (await search(query)).data.map((row) => row.uid)
    expect(await uidsOf('?of=staff')).toContain(uid)
    expect(await uidsOf('?of=staff')).not.toContain(unverified.uid)
    expect(await uidsOf('?of=locked')).toEqual([locked.uid])
    expect(await uidsOf('?of=unverified')).toContain(unverified.uid)
    expect(await uidsOf('?of=customers')).not.toContain(uid)
    for (let each = 0; each < 26; each++) await makeAccount(db, { email: `page${each}@many.example` })
    const first = await search('?q=many.example')
    expect([first.data.length, first.total, first.total_pages]).toEqual([25, 26, 2])
    expect((await search('?q=many.example&page=1')).data).toHaveLength(1)
  })

  test('Z-05 every other role is denied by the server', async () => {
    for (const role of ['trust_admin', 'blog_editor', 'customer_success_manager'] as const) {
      const { cookie, post } = await subscriber(site, { roles: [role] })
      for (const url of ['/api/admin/people', `/api/admin/people/${administrator.uid}`]) {
        expect((await site.app.inject({ url, headers: { cookie } })).statusCode).toBe(403)
      }
      expect((await post(`/api/admin/people/${administrator.uid}/lock`)).statusCode).toBe(403)
    }
  })
})

describe("a person's details", () => {
  test('Z-05 show subscriptions and channel status, without any secret', async () => {
    const { db } = site.database
    const customer = await subscriber(site)
    await customer.subscribe((await customer.offer()).maintenance[0]?.tid)
    const channel = await addWebhook(db, customer.uid)
    await db
      .updateTable('channels')
      .set({ address: 'https://hooks.chat.example/T0/B0/verysecret', last_result: 'http 500' })
      .where('id', '=', channel)
      .execute()
    const answer = await get(`/api/admin/people/${customer.uid}`)
    const { data } = answer.json<{ data: PersonDetails }>()
    expect(data.subscriptions.total).toBeGreaterThan(0)
    expect(data.channels.map(({ kind, host }) => [kind, host])).toEqual([
      ['email', null],
      ['webhook', 'hooks.chat.example'],
    ])
    expect(data.sessions).toHaveLength(1)
    for (const secret of ['verysecret', 'whsec_test', 'argon2', 'password_hash']) {
      expect(answer.body).not.toContain(secret)
    }
    expect((await get('/api/admin/people/2000000000')).statusCode).toBe(404)
  })
})

describe('roles', () => {
  test('Z-05 apply immediately, and the audit log says who granted them', async () => {
    const { uid } = await makeStaffMember(site.database.db, { roles: ['legal_team'] })
    const data = await done(`/api/admin/people/${uid}/roles`, {
      roles: ['blog_editor', 'url_editor'],
      before: ['legal_team'],
    })
    expect(data.person.roles).toEqual(['blog_editor', 'url_editor'])
    expect(await auditOf(uid)).toEqual([
      {
        actor: 'administrator',
        actor_user_id: administrator.uid,
        action: 'change-roles',
        before: { roles: ['legal_team'] },
        after: { roles: ['blog_editor', 'url_editor'] },
      },
    ])
  })

  test('Z-05 are never granted to customers', async () => {
    const customer = await makeAccount(site.database.db)
    const answer = await administrator.post(`/api/admin/people/${customer.uid}/roles`, {
      roles: ['administrator'],
      before: [],
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('Customers have no roles') })
    expect(await rolesOf(customer.uid)).toEqual([])
  })

  test('Z-07 of two administrators who change the same person, the second gets a conflict', async () => {
    const { uid } = await makeStaffMember(site.database.db, { roles: [] })
    await done(`/api/admin/people/${uid}/roles`, { roles: ['legal_team'], before: [] })
    const second = await administrator.post(`/api/admin/people/${uid}/roles`, {
      roles: ['url_editor'],
      before: [],
    })
    expect(second.statusCode).toBe(409)
    expect(await rolesOf(uid)).toEqual(['legal_team'])
  })

  test("Z-05 the last administrator can't be demoted; one of several can", async () => {
    const { db } = site.database
    await db.deleteFrom('user_roles').execute()
    const { uid } = await makeStaffMember(db, { roles: ['administrator'] })
    const actor = actorNamed('administrator')
    const demote = () =>
      changeRoles({ db }, { uid, roles: [], before: ['administrator'], actor, now: new Date() })
    expect(await demote()).toEqual({ kind: 'last-administrator' })
    const locked = await makeStaffMember(db, { roles: ['administrator'] })
    await db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', locked.uid).execute()
    expect(await demote()).toEqual({ kind: 'last-administrator' })
    await makeStaffMember(db, { roles: ['administrator'] })
    expect(await demote()).toEqual({ kind: 'changed' })
  })

  test('Z-05 two administrators who demote each other at the same time leave one', async () => {
    const { db } = site.database
    for (let round = 0; round < 5; round++) {
      await db.deleteFrom('user_roles').execute()
      const pair = await Promise.all([1, 2].map(() => makeStaffMember(db, { roles: ['administrator'] })))
      const actor = actorNamed('administrator')
      const outcomes = await Promise.all(
        pair.map(({ uid }) =>
          changeRoles({ db }, { uid, roles: [], before: ['administrator'], actor, now: new Date() }),
        ),
      )
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'last-administrator'])
    }
  })
})

describe('locking', () => {
  test('Z-05 ends sessions immediately and prevents sign-in until unlocked', async () => {
    const customer = await makeAccount(site.database.db)
    const visitor = site.browser()
    const enter = () => visitor.post('/api/user/login', { name: customer.email, pass: customer.pass })
    expect((await enter()).statusCode).toBe(200)
    expect((await visitor.post('/api/user/details')).statusCode).toBe(200)

    const locked = await done(`/api/admin/people/${customer.uid}/lock`)
    expect([locked.person.locked_at, locked.sessions]).toEqual([site.clock.now.toISOString(), []])
    expect((await visitor.post('/api/user/details')).statusCode).toBe(401)
    expect((await enter()).statusCode).not.toBe(200)
    await done(`/api/admin/people/${customer.uid}/lock`)

    await done(`/api/admin/people/${customer.uid}/unlock`)
    expect((await enter()).statusCode).toBe(200)
    const changes = (await auditOf(customer.uid)).filter(({ action }) => ['lock', 'unlock'].includes(action))
    expect(changes.map(({ action, after }) => [action, after])).toEqual([
      ['lock', { is_locked: true, sessions_ended: 1 }],
      ['unlock', { is_locked: false }],
    ])
  })

  test("Z-05 is not possible for one's own account or the last administrator", async () => {
    const own = await administrator.post(`/api/admin/people/${administrator.uid}/lock`)
    expect(own.json()).toMatchObject({ message: expect.stringContaining('your own account') })
    expect((await get(`/api/admin/people/${administrator.uid}`)).json()).toMatchObject({
      data: { is_self: true, is_last_administrator: true },
    })
    const { uid } = await makeStaffMember(site.database.db, { roles: ['administrator'] })
    expect((await done(`/api/admin/people/${uid}/lock`)).person.locked_at).not.toBeNull()
    expect((await administrator.post(`/api/admin/people/2000000000/lock`)).statusCode).toBe(404)
  })
})

describe('sessions', () => {
  test("Z-05 are ended one by one or all together, and only this person's", async () => {
    const { db } = site.database
    const { uid } = await makeStaffMember(db, { roles: ['legal_team'] })
    const origin = { address: '203.0.113.7', userAgent: 'Firefox' }
    for (let each = 0; each < 3; each++)
      await openSession(db, { userId: uid, openedBy: 'sign-on', origin, now: site.clock.now })
    const { sessions } = (await get(`/api/admin/people/${uid}`)).json<{ data: PersonDetails }>().data
    expect(sessions).toHaveLength(3)
    const url = `/api/admin/people/${uid}/sessions/end`
    expect((await done(url, { id: sessions[0]?.id })).sessions).toHaveLength(2)
    expect((await done(url)).sessions).toEqual([])
    expect((await auditOf(uid)).map(({ after }) => after)).toEqual([
      { sessions_ended: 1 },
      { sessions_ended: 2 },
    ])
    const own = (await get(`/api/admin/people/${administrator.uid}`)).json<{ data: PersonDetails }>().data
    const current = own.sessions.find(({ is_current }) => is_current)
    const ended = await administrator.post(`/api/admin/people/${administrator.uid}/sessions/end`, {
      id: current?.id,
    })
    expect(ended.statusCode).toBe(422)
    // For one's own account, "all" means all others.
    expect((await done(`/api/admin/people/${administrator.uid}/sessions/end`)).sessions).toHaveLength(1)
  })
})

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: administrator.cookie } })
}

async function search(query: string) {
  const answer = await get(`/api/admin/people${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: PersonRow[]; total: number; total_pages: number }>()
}

async function done(url: string, body: object = {}): Promise<PersonDetails> {
  const answer = await administrator.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: PersonDetails }>().data
}

async function rolesOf(uid: number) {
  const rows = await site.database.db
    .selectFrom('user_roles')
    .where('user_id', '=', uid)
    .select('role')
    .execute()
  return rows.map(({ role }) => role)
}

function auditOf(uid: number) {
  return site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(uid))
    .select(['actor', 'actor_user_id', 'action', 'before', 'after'])
    .orderBy('id')
    .execute()
}
