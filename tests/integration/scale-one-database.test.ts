import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoIdentityMemory } from '../../src/accounts/sign-on/demo-identity-memory.ts'
import { takeAllowances } from '../../src/db/token-allowances.ts'
import type { AccountSite } from '../support/account-site.ts'
import { SITE } from '../support/account-site.ts'
import { type AutomationSite, askWith, automationSite } from '../support/automation-site.ts'
import { visitorOf } from '../support/identity-provider-visitor.ts'
import { makeAccount } from '../support/make-account.ts'
import { testBrowser } from '../support/test-browser.ts'

// Two web processes on one database, asked in turn, as by a proxy.
let one: AutomationSite
let other: AccountSite

beforeAll(async () => {
  one = await automationSite()
  other = await one.another()
})

afterAll(async () => {
  await other.stop()
  await one.stop()
})

test('a session of one process works on the other, and signing out ends it on both', async () => {
  const { email, pass } = await makeAccount(one.database.db)
  const here = testBrowser(one.app, { address: '192.0.2.1', origin: SITE })
  await here.post('/api/user/login', { name: email, pass })
  const there = testBrowser(other.app, { address: '192.0.2.1', origin: SITE })
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  expect((await there.post('/api/user/details')).json().data.mail).toEqual([{ value: email }])

  await there.post(`/user/logout?token=${there.cookies.get('logout_token')}`)
  expect((await here.post('/api/user/details')).statusCode).toBe(401)
})

test('failed passwords count together across processes', async () => {
  const { email, pass } = await makeAccount(one.database.db)
  for (let time = 0; time < 10; time++) {
    const site = time % 2 === 0 ? one : other
    const guessed = await site.browser().post('/api/user/login', { name: email, pass: 'Wrong9word' })
    expect(guessed.statusCode).toBe(422)
  }
  for (const site of [one, other]) {
    const refused = await site.browser().post('/api/user/login', { name: email, pass })
    expect(refused.statusCode).toBe(429)
  }
})

test('Z-08 a token has one rate limit across processes', async () => {
  const { token } = await one.program()
  const asked = await Promise.all(
    Array.from({ length: 80 }, (_, at) => askWith(at % 2 === 0 ? one : other, `Bearer ${token}`, '/me')),
  )
  const statuses = asked.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test('Z-08 a rate limit refills evenly up to its maximum, and time never runs backwards for it', async () => {
  const { db } = one.database
  const { id: tokenId } = await one.program()
  const limits = [{ counted: 'requests' as const, limit: { perMinute: 60, atOnce: 3 } }]
  const start = one.clock.now.getTime()
  const take = async (afterMs: number) =>
    (await takeAllowances(db, { tokenId, limits, now: new Date(start + afterMs) }))[0]

  for (const left of [2, 1, 0]) expect(await take(0)).toMatchObject({ isAllowed: true, left })
  expect(await take(500)).toMatchObject({ isAllowed: false, left: 0.5 })
  expect(await take(1000)).toMatchObject({ isAllowed: true, left: 0 })
  expect(await take(3_600_000)).toMatchObject({ isAllowed: true, left: 2 })

  // Clocks of two processes differ: that must not refill twice.
  const later = 3_600_000
  expect(await take(later - 5_000)).toMatchObject({ isAllowed: true, left: 1 })
  expect(await take(later)).toMatchObject({ isAllowed: true, left: 0 })
  expect(await take(later)).toMatchObject({ isAllowed: false, left: 0 })
  // A clock set back by an hour does not block a program for an hour.
  expect(await take(0)).toMatchObject({ isAllowed: false })
  expect(await take(1000)).toMatchObject({ isAllowed: true })
})

test('A-19 a login at the demo provider can continue in another process', async () => {
  let turn = 0
  const inTurns = {
    inject: (...asked: Parameters<FastifyInstance['inject']>) => {
      turn += 1
      return (turn % 2 === 0 ? one : other).app.inject(...asked)
    },
  } as FastifyInstance
  for (const offset of [0, 1]) {
    turn = offset
    const visitor = visitorOf({ app: inTurns, siteUrl: SITE })
    const people = await visitor.follow(await visitor.go('/sso/login?origin=/northwall.net/faq'))
    const sent = await visitor.go(people.url.pathname, { form: { person: 'trust_admin' } })
    const last = await visitor.follow(sent, ({ pathname }) => !/^\/(sso|demo-identity)\//.test(pathname))
    const answer = `${last.url.pathname} ${last.status} ${last.body.slice(0, 300)}`
    expect(last.headers.get('location'), answer).toBe('/admin/dashboard')
    expect(visitor.cookie('__Host-candor_session')).toBeDefined()
  }
})

test("the demo provider's stored state is bounded, expires, and is used once", async () => {
  const { db } = one.database
  const clock = { now: new Date() }
  const memory = demoIdentityMemory({ db, clock: () => clock.now, mostEntries: 3 })
  const [codes, grants] = [memory('AuthorizationCode'), memory('Grant')]
  await codes.upsert('1', { uid: 'u', grantId: 'g' }, 60)
  await codes.consume('1')
  expect(await codes.find('1')).toMatchObject({ uid: 'u', consumed: expect.any(Number) })
  expect(await codes.findByUid('u')).toMatchObject({ grantId: 'g' })
  expect(await grants.findByUid('u')).toBeUndefined()
  await codes.revokeByGrantId('g')
  expect(await codes.find('1')).toBeUndefined()

  for (const id of ['a', 'b', 'c', 'd']) {
    clock.now = new Date(clock.now.getTime() + 1)
    await grants.upsert(id, {}, 60)
  }
  expect(await grants.find('a')).toBeUndefined()
  expect(await grants.find('d')).toEqual({})
  await grants.destroy('d')
  expect(await grants.find('d')).toBeUndefined()

  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await grants.find('c')).toBeUndefined()
  await codes.upsert('2', {}, 60)
  const { count } = await db
    .selectFrom('demo_identity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})
