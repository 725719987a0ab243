import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import { findMailAccount } from '../../src/db/account-mails.ts'
import { ROLES } from '../../src/domain/access.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import type { Config } from '../../src/server/config.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type Person, type TestIdentityProvider, testIdentityProvider } from '../support/identity-provider.ts'
import { locationOf, type Visited, type Visitor, visitorOf } from '../support/identity-provider-visitor.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const SITE = 'https://trust.northwall.example'
const CALLBACK = `${SITE}/sso/callback`
const PASSWORD = 'Correct horse 1'

let database: TestDatabase
let provider: TestIdentityProvider
let holder: StandingHolder
let site: TestApp
let edition: Edition
let now: Date

beforeAll(async () => {
  database = await testDatabase('demo')
  edition = await loadEdition(database.db)
  provider = await testIdentityProvider(CALLBACK)
  holder = standingHolder(new Date())
  site = await siteWith({ oidc: provider.oidc })
})

afterAll(async () => {
  await site.app.close()
  await provider.stop()
  await database.drop()
})

beforeEach(() => {
  now = new Date()
  holder.hold(edition)
})

describe('A-19 the employee login', () => {
  test.each(ROLES)('signs %s in with that role', async (role) => {
    const person = { ...somebody(), roles: [role] }
    const { visitor, last } = await signOn(person, { origin: '/northwall.net/faq?search=vpn#top' })
    expect([last.status, last.headers.get('location')]).toEqual([303, '/northwall.net/faq?search=vpn#top'])
    expect(await detailsOf(visitor)).toMatchObject({
      name: [{ value: person.name }],
      mail: [{ value: person.email }],
      roles: [role],
    })
  })

  test('signs people without any role in, who then have none', async () => {
    const { visitor } = await signOn({ ...somebody(), roles: ['somebody', 'trust_adminn'] })
    expect(await detailsOf(visitor)).toMatchObject({ roles: [] })
  })

  test('greets on the page that it leads to, and leaves none of its own cookies', async () => {
    const { visitor, last } = await signOn(somebody())
    expect(last.headers.get('location')).toBe('/')
    expect(visitor.cookie('candor_flash')).toBe('signed-in')
    expect(visitor.cookie('candor_sign_on')).toBeUndefined()
    const set = last.headers.getSetCookie().find((line) => line.startsWith('candor_session='))
    expect(set).toMatch(/; HttpOnly$/)
    expect(set).toContain('; Secure')
  })

  test('answers nothing that anybody may keep', async () => {
    const visitor = newVisitor()
    provider.signsIn(somebody())
    const begun = await visitor.go('/sso/login')
    const ended = await visitor.follow(begun, (url) => url.pathname === '/')
    for (const { url, headers } of [begun, ended]) {
      expect([url.pathname, headers.get('cache-control')]).toEqual([url.pathname, 'private, no-store'])
    }
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-in', '/sso/login'])(
    'does not lead to %s',
    async (origin) => {
      expect((await signOn(somebody(), { origin })).last.headers.get('location')).toBe('/')
    },
  )

  test('ends the session that the browser had before', async () => {
    const person = { ...somebody(), roles: ['legal_team'] }
    const { visitor } = await signOn(person)
    const [session, csrf] = [visitor.cookie('candor_session'), visitor.cookie('csrf_token')]
    await signOn(person, { visitor })
    expect(visitor.cookie('candor_session')).not.toBe(session)
    expect((await detailsAnswer(`candor_session=${session}`, csrf)).statusCode).toBe(401)
    expect(await detailsOf(visitor)).toMatchObject({ roles: ['legal_team'] })
  })

  test('answers to GET alone: a scanner that asks by HEAD begins and ends nothing', async () => {
    for (const path of ['/sso/login', '/sso/callback']) {
      const head = await site.app.inject({ method: 'HEAD', url: path })
      expect([head.statusCode, head.headers['set-cookie']]).toEqual([404, undefined])
      for (const method of ['POST', 'PUT'] as const)
        expect((await site.app.inject({ method, url: path })).statusCode).toBe(405)
    }
    expect((await site.app.inject('/sso/other')).statusCode).toBe(404)
  })
})

describe('A-19 roles', () => {
  test('come from any claim by way of a map, and from inside of a claim', async () => {
    const roleMap = [{ group: 'status', role: 'trust_admin' }] as const
    for (const [oidc, claims] of [
      [{ roleClaim: 'groups', roleMap }, { groups: ['status', 'administrator'] }],
      [{ roleClaim: 'realm_access.roles', roleMap: undefined }, { realm_access: { roles: ['trust_admin'] } }],
    ] as const) {
      const other = await siteWith({ oidc: { ...provider.oidc, ...oidc } })
      const { visitor } = await signOn({ ...somebody(), roles: ['legal_team'], ...claims }, { app: other })
      expect(await detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
      await other.app.close()
    }
  })

  test('come from the user info where the ID token has none', async () => {
    const reticent = await testIdentityProvider(CALLBACK, { isOnlyUserInfo: true })
    const other = await siteWith({ oidc: reticent.oidc })
    const person = { ...somebody(), roles: ['cloud_apps'] }
    const { visitor } = await signOn(person, { app: other, at: reticent })
    expect(await detailsOf(visitor)).toMatchObject({ roles: ['cloud_apps'], mail: [{ value: person.email }] })
    await other.app.close()
    await reticent.stop()
  })

  test('are read anew at each sign-in: one that is gone there is gone here, and the audit says so', async () => {
    const person = somebody()
    await signOn({ ...person, roles: ['trust_admin', 'legal_team'] })
    const { visitor } = await signOn({ ...person, roles: ['legal_team', 'blog_editor'] })
    expect(await detailsOf(visitor)).toMatchObject({ roles: ['blog_editor', 'legal_team'] })
    await signOn({ ...person, roles: ['blog_editor', 'legal_team'] })
    const entries = await auditOf(await userOf(person))
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['change-roles', { roles: [] }, { roles: ['legal_team', 'trust_admin'] }],
      ['sign-in', null, { roles: ['legal_team', 'trust_admin'] }],
      ['change-roles', { roles: ['legal_team', 'trust_admin'] }, { roles: ['blog_editor', 'legal_team'] }],
      ['sign-in', null, { roles: ['blog_editor', 'legal_team'] }],
      ['sign-in', null, { roles: ['blog_editor', 'legal_team'] }],
    ])
    expect(JSON.stringify(entries)).not.toContain('northwall.example')
  })

  test('Access: one that is revoked counts from the next request', async () => {
    const person = { ...somebody(), roles: ['trust_admin'] }
    const { visitor } = await signOn(person)
    expect(await detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
    await database.db
      .deleteFrom('user_roles')
      .where('user_id', '=', await userOf(person))
      .execute()
    expect(await detailsOf(visitor)).toMatchObject({ roles: [] })
  })

  test('of two sign-ins of one person at once the later one has the word, and there is one account', async () => {
    const person = somebody()
    provider.signsIn({ ...person, roles: ['url_editor'] })
    const visitors = Array.from({ length: 5 }, newVisitor)
    await Promise.all(visitors.map(async (visitor) => visitor.follow(await visitor.go('/sso/login'), isHome)))
    for (const visitor of visitors) expect(await detailsOf(visitor)).toMatchObject({ roles: ['url_editor'] })
    expect(await usersOf(person)).toHaveLength(1)
  })
})

describe('OIDC: state, nonce and PKCE are bound to the browser', () => {
  test('another browser cannot end a login', async () => {
    const [victim, other] = [newVisitor(), newVisitor()]
    const callback = await untilCallback(victim, somebody())
    expectRefusal(await other.go(callback), other)
    // Nor one that has begun a login of its own.
    await other.go('/sso/login')
    expectRefusal(await other.go(callback), other)
  })

  test('a login ends once, and its code opens nothing again, not even with its cookie', async () => {
    const visitor = newVisitor()
    const callback = await untilCallback(visitor, somebody())
    const cookies = new Map(visitor.cookies)
    await visitor.go(callback)
    expect(visitor.cookie('candor_session')).toBeDefined()
    const thief = newVisitor()
    for (const [key, cookie] of cookies) thief.cookies.set(key, cookie)
    expect(thief.cookie('candor_sign_on')).toBeDefined()
    expectRefusal(await thief.go(callback), thief)
    expect((await visitor.go(callback)).headers.get('location')).toBe('/sign-in?problem=sign-on-failed')
  })

  test.each(['state', 'nonce', 'verifier'])('a cookie with another %s ends nothing', async (part) => {
    const visitor = newVisitor()
    const callback = await untilCallback(visitor, somebody())
    changeAttempt(visitor, (attempt) => ({ ...attempt, [part]: 'x'.repeat(43) }))
    expectRefusal(await visitor.go(callback), visitor)
  })

  test('an address in the cookie is not followed to another site', async () => {
    const visitor = newVisitor()
    const callback = await untilCallback(visitor, somebody())
    changeAttempt(visitor, (attempt) => ({ ...attempt, origin: '//evil.example' }))
    expect((await visitor.go(callback)).headers.get('location')).toBe('/')
  })

  test('the request carries a challenge, a state and a nonce, new each time', async () => {
    const [one, two] = [await newVisitor().go('/sso/login'), await newVisitor().go('/sso/login')]
    const [first, second] = [one, two].map((begun) =>
      Object.fromEntries(locationOf(begun)?.searchParams ?? []),
    )
    expect(first).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.[name]).toMatch(/^[\w-]{43}$/)
      expect(first?.[name]).not.toBe(second?.[name])
    }
  })

  test('whoever comes by another name is sent to the public one first, and never in circles', async () => {
    const asked = await site.app.inject({
      url: '/sso/login?origin=/northwall.net/faq',
      headers: { host: '10.0.0.7:3000' },
    })
    expect(asked.statusCode).toBe(303)
    expect(asked.headers['set-cookie']).toBeUndefined()
    const sentTo = new URL(String(asked.headers.location))
    expect(sentTo.origin + sentTo.pathname).toBe(`${SITE}/sso/login`)
    // A proxy that puts its own name there would send the same again.
    const again = await site.app.inject({
      url: sentTo.pathname + sentTo.search,
      headers: { host: '10.0.0.7:3000' },
    })
    expect(again.headers.location).toContain(provider.oidc.issuer)
    expect(sentTo.searchParams.get('origin')).toBe('/northwall.net/faq')
  })
})

describe('OIDC: identity', () => {
  test('is issuer and subject: with another address it is the same account', async () => {
    const person = somebody()
    await signOn(person)
    const { visitor } = await signOn({ ...person, email: 'married@northwall.example', name: 'Ada King' })
    expect(await usersOf(person)).toHaveLength(1)
    expect(await detailsOf(visitor)).toMatchObject({
      mail: [{ value: 'married@northwall.example' }],
      name: [{ value: 'Ada King' }],
    })
  })

  test('with the same address is another account when the subject is another', async () => {
    const [one, two] = [somebody(), somebody()]
    await signOn({ ...one, roles: ['administrator'] })
    const { visitor } = await signOn({ ...two, email: one.email, roles: [] })
    expect(await detailsOf(visitor)).toMatchObject({ roles: [] })
    expect(await userOf(one)).not.toBe(await userOf(two))
  })

  test('an address that the provider does not vouch for is not taken', async () => {
    const person = { ...somebody(), email_verified: false }
    await signOn(person)
    expect(await usersOf(person)).toMatchObject([{ email: null, email_verified_at: null }])
  })

  test('a customer with the same address stays another account, without roles', async () => {
    const email = `${somebody().sub}@customer.example`
    const registered = await post('/api/user/register', {
      mail: [{ value: email }],
      pass: [{ value: PASSWORD }],
    })
    expect(registered.statusCode).toBe(200)
    const person = { ...somebody(), email, roles: ['administrator'] }
    const { visitor } = await signOn(person)
    const staff = await detailsOf(visitor)
    expect(staff).toMatchObject({ roles: ['administrator'], mail: [{ value: email }] })

    const login = await post('/api/user/login', { name: email, pass: PASSWORD })
    expect(login.json().data.current_user).toMatchObject({ roles: [] })
    expect(login.json().data.current_user.uid).not.toBe(staff.uid[0]?.value)
  })

  test('no password signs a member of the staff in, and none can be set', async () => {
    const person = { ...somebody(), email: `${somebody().sub}@contractor.example` }
    await signOn(person)
    const login = await post('/api/user/login', { name: person.email, pass: PASSWORD })
    expect(login.statusCode).toBe(422)
    const asked = { kind: 'reset-password', email: person.email, user_id: null } as const
    expect(await findMailAccount(database.db, asked)).toBeUndefined()
    const uid = await userOf(person)
    const setByHand = database.db
      .updateTable('users')
      .set({ password_hash: 'x' })
      .where('id', '=', uid)
      .execute()
    await expect(setByHand).rejects.toThrow('users_staff_has_no_password')
  })

  test('whoever is locked here is refused, and nothing of theirs changes', async () => {
    const person = { ...somebody(), roles: ['legal_team'] }
    await signOn(person)
    const uid = await userOf(person)
    await database.db.updateTable('users').set({ locked_at: now }).where('id', '=', uid).execute()
    const before = await auditOf(uid)
    const { visitor, last } = await signOn({ ...person, roles: ['administrator'], name: 'Another' })
    expect(last.headers.get('location')).toBe('/sign-in?problem=sign-on-refused')
    expect(visitor.cookie('candor_session')).toBeUndefined()
    expect(await usersOf(person)).toMatchObject([{ display_name: person.name }])
    expect(await auditOf(uid)).toEqual(before)
  })
})

describe('when the identity provider', () => {
  test('turns somebody away, the sign-in page says so and keeps where they wanted to go', async () => {
    const { visitor, last } = await signOn(null, { origin: '/subscribe' })
    expect(last.headers.get('location')).toBe('/sign-in?problem=sign-on-refused&origin=%2Fsubscribe')
    expect(visitor.cookie('candor_session')).toBeUndefined()
  })

  test('is down, the sign-in page says so, readers notice nothing, and later it works again', async () => {
    const own = await testIdentityProvider(CALLBACK)
    await own.stop()
    const other = await siteWith({ oidc: own.oidc })
    const visitor = newVisitor(other)
    const begun = await visitor.go('/sso/login?origin=/subscribe')
    expect(begun.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable&origin=%2Fsubscribe')
    expect(visitor.cookie('candor_sign_on')).toBeUndefined()
    for (const path of ['/northwall.net', '/api/global', '/sign-in'])
      expect((await other.app.inject(path)).statusCode).toBe(200)

    await own.start()
    await signOn(somebody(), { app: other, at: own, visitor })
    expect(visitor.cookie('candor_session')).toBeDefined()

    // Down again between the two halves of a login.
    own.signsIn(somebody())
    const third = newVisitor(other)
    const callback = await untilCallback(third, undefined)
    await own.stop()
    const ended = await third.go(callback)
    expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable')
    await other.app.close()
  })

  test('is there and the database is not, nobody is signed in and the sign-in page says so', async () => {
    const visitor = newVisitor()
    const callback = await untilCallback(visitor, somebody())
    holder.hold(edition, now)
    const ended = await visitor.go(callback)
    expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable')
  })
})

describe('A-19 where there is', () => {
  test('an issuer, the employee login stands in the global data and the demo provider nowhere', async () => {
    expect(await ssoOf(site)).toEqual({ url: '/sso/login' })
    for (const path of ['', '/auth', '/.well-known/openid-configuration', '/interaction/x'])
      expect((await site.app.inject(`/demo-identity${path}`)).statusCode).toBe(404)
  })

  test('neither an issuer nor the demo, there is no employee login', async () => {
    const other = await siteWith({ hasDemo: false })
    expect(await ssoOf(other)).toBeNull()
    for (const path of ['/sso/login', '/sso/callback', '/demo-identity', '/demo-identity/auth'])
      expect((await other.app.inject(path)).statusCode).toBe(404)
    await other.app.close()
  })

  test('disaster recovery, it is closed with everything about accounts', async () => {
    for (const config of [{ isTrustDR: true }, { isTrustDR: true, oidc: provider.oidc }]) {
      const other = await siteWith(config)
      expect(await ssoOf(other)).toBeNull()
      for (const path of ['/sso/login', '/sso/callback', '/demo-identity/auth'])
        expect((await other.app.inject(path)).statusCode).toBe(503)
      await other.app.close()
    }
  })

  test('maintenance, staff can still sign in', async () => {
    const other = await siteWith({ oidc: provider.oidc, isInMaintenance: true })
    expect((await other.app.inject('/northwall.net')).statusCode).toBe(503)
    const { visitor } = await signOn({ ...somebody(), roles: ['trust_admin'] }, { app: other })
    expect(await detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
    await other.app.close()
  })
})

let people = 0
function somebody(): Person & { name: string; email: string } {
  people += 1
  const sub = `person-${people}`
  return { sub, name: `Person ${people}`, email: `${sub}@northwall.example`, email_verified: true }
}

function siteWith(config: Partial<Config>): Promise<TestApp> {
  return testApp({ holder, accounts: testAccounts(database.db), config, clock: () => now })
}

function newVisitor({ app }: TestApp = site): Visitor {
  return visitorOf({ app, siteUrl: SITE })
}

const isHome = (url: URL) => url.origin === SITE && !url.pathname.startsWith('/sso/')

interface SigningOn {
  app?: TestApp
  at?: TestIdentityProvider
  visitor?: Visitor
  origin?: string
}

/** From the first click to the last redirect of the login. */
async function signOn(
  person: Person | null,
  { app = site, at = provider, visitor = newVisitor(app), origin }: SigningOn = {},
): Promise<{ visitor: Visitor; last: Visited }> {
  at.signsIn(person)
  const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`
  const last = await visitor.follow(await visitor.go(`/sso/login${query}`), isHome)
  return { visitor, last }
}

/** The address that the provider leads back to. */
async function untilCallback(visitor: Visitor, person: Person | undefined): Promise<string> {
  if (person !== undefined) provider.signsIn(person)
  const isCallback = (url: URL) => url.pathname === '/sso/callback'
  const last = await visitor.follow(await visitor.go('/sso/login'), isCallback)
  return last.headers.get('location') ?? ''
}

function changeAttempt(visitor: Visitor, change: (attempt: object) => object) {
  const [key, cookie] = [...visitor.cookies].find(([name]) => name.startsWith('candor_sign_on ')) ?? []
  if (key === undefined || cookie === undefined) throw new Error('There is no login under way.')
  const attempt = JSON.parse(Buffer.from(cookie.value, 'base64url').toString())
  const value = Buffer.from(JSON.stringify(change(attempt))).toString('base64url')
  visitor.cookies.set(key, { ...cookie, value })
}

function expectRefusal(ended: Visited, visitor: Visitor) {
  expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-failed')
  expect(visitor.cookie('candor_session')).toBeUndefined()
}

async function detailsOf(visitor: Visitor) {
  const cookies = ['candor_session', 'csrf_token'].map((name) => `${name}=${visitor.cookie(name)}`)
  const answer = await detailsAnswer(cookies.join('; '), visitor.cookie('csrf_token'))
  expect(answer.statusCode).toBe(200)
  const { data } = answer.json()
  return { ...data, roles: [...data.roles].sort() }
}

function detailsAnswer(cookie: string, csrf = '') {
  return site.app.inject({
    method: 'POST',
    url: '/api/user/details',
    headers: { cookie, 'x-csrf-token': csrf, origin: SITE },
    payload: {},
  })
}

function post(url: string, payload: object) {
  return site.app.inject({ method: 'POST', url, headers: { origin: SITE }, payload })
}

function usersOf({ sub }: Person) {
  return database.db.selectFrom('users').where('oidc_subject', '=', sub).selectAll().execute()
}

async function userOf(person: Person): Promise<number> {
  const [user] = await usersOf(person)
  if (user === undefined) throw new Error('There is no such account.')
  return user.id
}

function auditOf(uid: number) {
  return database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(uid))
    .orderBy('id')
    .select(['actor', 'action', 'before', 'after'])
    .execute()
}

async function ssoOf({ app }: TestApp): Promise<Global['sso']> {
  return (await app.inject('/api/global')).json<Global>().sso
}
