import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOfSecret } from '../../src/accounts/secret.ts'
import { TOKEN_PREFIX } from '../../src/accounts/tokens/token-of-header.ts'
import { ROLES } from '../../src/domain/access.ts'
import type { Config } from '../../src/server/config.ts'
import { DEMO_PEOPLE, loadOidcProvider } from '../../src/server/sign-on/demo-identity.ts'
import { openDatabase } from '../../src/server/start/open-database.ts'
import { makeOpened } from '../../src/server/start/opened.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { type Visited, type Visitor, visitorOf } from '../support/identity-provider-visitor.ts'
import { makeAccount } from '../support/make-account.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

let site: AccountSite
const said: unknown[][] = []

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void said.push(words))
  site = await accountSite()
})

afterAll(async () => {
  await site.stop()
  vi.restoreAllMocks()
})

describe('A-19 out of the box', () => {
  test('the employee login is in the global data', async () => {
    expect((await site.app.inject('/api/global')).json().sso).toEqual({ url: '/sso/login' })
  })

  // Which roles a claim gives is proved beside the code.
  const PEOPLE = sized({ short: ['administrator', null], long: [...ROLES, null] })
  test.each(DEMO_PEOPLE.filter(({ role }) => PEOPLE.includes(role)))(
    '$name signs in with one button, and is $role',
    async ({ id, role, name, email }) => {
      const visitor = newVisitor()
      const page = await openPeople(visitor, '/northwall.net/faq')
      expect(page.body).toContain(role === null ? 'Continue without a role' : `Continue as ${role}`)
      const last = await choose(visitor, page, id)
      const landing = role === null ? '/northwall.net/faq' : '/admin/dashboard'
      expect([last.status, last.headers.get('location')]).toEqual([303, landing])
      expect(await detailsOf(visitor)).toMatchObject({
        name: [{ value: name }],
        mail: [{ value: email }],
        roles: role === null ? [] : [role],
      })
    },
  )

  test('there is one person per role and one without a role', () => {
    expect(DEMO_PEOPLE.map(({ role }) => role)).toEqual([...ROLES, null])
  })

  test('each login starts with the list of people, so one browser can be several in turn', async () => {
    const visitor = newVisitor()
    for (const id of ['legal_team', 'trust_admin', 'no-role']) {
      await choose(visitor, await openPeople(visitor), id)
      expect(await detailsOf(visitor)).toMatchObject({ roles: id === 'no-role' ? [] : [id] })
    }
  })

  test('its page says what it is, needs no script and has the headers of every page', async () => {
    const { body, headers, status } = await openPeople(newVisitor())
    expect(status).toBe(200)
    expect(body).toContain('Demo identity provider')
    expect(body).toContain('This page is part of the demo.')
    expect(body).toContain('<code>OIDC_ISSUER</code>')
    expect(body).not.toMatch(/<script[^>]*src=| style="/)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test("the provider's own answers have our headers and are not cached", async () => {
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/auth?client_id=x', '/me']) {
      const { headers } = await site.app.inject(`/demo-identity${path}`)
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['cache-control']).toContain('no-store')
    }
  })

  test('its URLs come from the public URL, whatever a request says', async () => {
    const answer = await site.app.inject({
      url: '/demo-identity/.well-known/openid-configuration',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    })
    const { issuer, ...endpoints } = answer.json()
    expect(issuer).toBe(`${SITE}/demo-identity`)
    const addresses = Object.entries(endpoints).filter(([name]) => /_endpoint$|_uri$/.test(name))
    expect(addresses.length).toBeGreaterThan(3)
    for (const [, address] of addresses) expect(address).toMatch(`${SITE}/demo-identity/`)
    expect(answer.body).not.toContain('evil')
  })
})

describe('the demo provider rejects a sign-in', () => {
  test.each(['', 'owner', 'toString', '__proto__'])('as %j', async (person) => {
    const visitor = newVisitor()
    const page = await openPeople(visitor)
    expectStartAgain(await visitor.go(page.url.pathname, { form: { person } }))
    expect(visitor.cookie('__Host-candor_session')).toBeUndefined()
  })

  test('started by another browser', async () => {
    const page = await openPeople(newVisitor())
    const other = newVisitor()
    expectStartAgain(await other.go(page.url.pathname))
    expectStartAgain(await other.go(page.url.pathname, { form: { person: 'administrator' } }))
  })

  test('by a form of another site', async () => {
    const visitor = newVisitor()
    const page = await openPeople(visitor)
    const headers = { origin: 'https://evil.example' }
    const sent = await visitor.go(page.url.pathname, { form: { person: 'administrator' }, headers })
    expect(sent.status).toBe(403)
  })

  test('for another client, or to another redirect URI', async () => {
    const visitor = newVisitor()
    const begun = await visitor.go('/sso/login')
    const request = new URL(begun.headers.get('location') ?? '')
    for (const [name, value] of [
      ['client_id', 'another'],
      ['redirect_uri', 'https://evil.example/callback'],
    ] as const) {
      const wrong = new URL(request)
      wrong.searchParams.set(name, value)
      expectStartAgain(await visitor.go(wrong.href))
    }
    request.searchParams.delete('code_challenge')
    request.searchParams.delete('code_challenge_method')
    expect((await visitor.go(request.href)).headers.get('location')).toContain('error=invalid_request')
  })

  test("without the client's secret, which is never shared", async () => {
    for (const secret of ['candor', 'secret']) {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/demo-identity/token',
        headers: {
          authorization: `Basic ${Buffer.from(`candor:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'grant_type=authorization_code&code=x&redirect_uri=x&code_verifier=x',
      })
      expect(answer.statusCode).toBe(401)
    }
  })

  test('by any other endpoint of its library', async () => {
    for (const path of ['', '/', '/reg', '/session/end', '/token/introspection', '/request', '/device'])
      for (const method of ['GET', 'POST'] as const)
        expect((await site.app.inject({ method, url: `/demo-identity${path}` })).statusCode).toBe(404)
  })
})

test('it writes nothing to the console', async () => {
  await loadOidcProvider()
  expect(said).toEqual([])
})

describe('A-19 without DEMO=1 the demo provider is for this machine only', () => {
  const HERE = 'http://localhost:3000'
  let local: AccountSite

  beforeAll(async () => {
    local = await site.another({ config: { publicUrl: HERE, isHttps: false, isDemoOpen: false } })
  })
  afterAll(() => local.stop())

  const visitorAt = (address: string) => visitorOf({ app: local.app, siteUrl: HERE, address })

  test.each(sized({ short: ['::ffff:127.0.0.1'], long: ['127.0.0.1', '::1', '::ffff:127.0.0.1'] }))(
    'and signs in as before from %s',
    async (address) => {
      const visitor = visitorAt(address)
      const last = await choose(visitor, await openPeople(visitor), 'administrator')
      expect(last.status).toBe(303)
      expect(visitor.cookie('candor_session')).toBeDefined()
    },
  )

  test.each<[string, string, Record<string, string>]>([
    ['another address', '203.0.113.9', {}],
    ['our own network', '192.168.1.20', {}],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['another proxy on this machine', '127.0.0.1', { forwarded: 'for=203.0.113.9' }],
    ['a proxy that does not identify itself', '127.0.0.1', { connection: 'close' }],
    ['a sidecar', '127.0.0.6', {}],
    ['a host name with another one in it', '127.0.0.1', { host: 'evil.example@localhost' }],
    ['another host name for this machine', '127.0.0.1', { host: 'trust.northwall.example' }],
  ])('and rejects everything from %s', async (_, address, headers) => {
    const begun = await visitorAt('127.0.0.1').go('/sso/login')
    const { pathname, search } = new URL(begun.headers.get('location') ?? '')
    const visitor = visitorAt(address)
    for (const path of [
      '/sso/login',
      pathname + search,
      '/sso/callback?code=x',
      '/demo-identity/jwks',
      '/demo-identity/interaction/made-up',
    ]) {
      const { status, body } = await visitor.go(path, { headers })
      expect([path, status]).toEqual([path, 403])
      expect(body).toContain('only on the computer that it runs on')
    }
    const posted = await visitor.go('/demo-identity/interaction/made-up', {
      form: { person: 'administrator' },
      headers,
    })
    expect(posted.status).toBe(403)
    expect(visitor.cookie('__Host-candor_session')).toBeUndefined()
  })

  test('and needs a database that the demo has filled', async () => {
    const { db } = site.database
    const real = await site.another({ config: { publicUrl: HERE, isHttps: false, isDemoOpen: false } })
    const mark = await db
      .deleteFrom('settings')
      .where('key', '=', 'demo')
      .returningAll()
      .executeTakeFirstOrThrow()
    const visitor = visitorOf({ app: real.app, siteUrl: HERE })
    expect((await visitor.go('/sso/login')).status).toBe(403)
    expect((await visitor.go('/demo-identity/auth')).status).toBe(403)
    await db
      .insertInto('settings')
      .values({ ...mark, value: JSON.stringify(mark.value) })
      .execute()
    await real.stop()
  })
})

describe('A-19 a user of the demo provider', () => {
  const oidc = {
    issuer: 'http://127.0.0.1:1',
    clientId: 'candor',
    clientSecret: 'secret',
    scopes: 'openid',
    roleClaim: 'roles',
    roleMap: undefined,
  }
  test.each<[string, Partial<Config>, boolean]>([
    ['stays signed in while the demo continues', {}, true],
    ['is signed out once only this machine may sign in', { isDemoOpen: false }, false],
    ['stays signed in after that', { isDemoOpen: false }, true],
    ['is signed out once an issuer is configured', { oidc }, false],
    ['is signed out once the demo is turned off', { hasDemo: false }, false],
  ])('%s', async (_, config, isSignedIn) => {
    const visitor = newVisitor()
    await choose(visitor, await openPeople(visitor), 'administrator')
    const customer = site.browser()
    const { email, pass } = await makeAccount(site.database.db)
    await customer.post('/api/user/login', { name: email, pass })
    const { uid } = (await detailsOf(visitor)) as { uid: [{ value: number }] }
    const key = await keepCredentials(uid[0].value)
    const credentials = () => credentialsOf(uid[0].value, key)
    expect(await credentials()).toEqual({ channels: 1, calendars: 1, tokenAnswer: 200 })

    const log = pino({ level: 'silent' })
    const opened = makeOpened(log)
    const start = {
      config: testConfig({ databaseUrl: site.database.url, ...config }),
      assets: testAssets,
      log,
    }
    expect((await openDatabase({ ...start, report: () => {} }, opened)).kind).toBe('ready')
    await opened.closeAll()
    expect((await detailsOf(visitor)) !== undefined).toBe(isSignedIn)
    expect(await credentials()).toEqual(
      isSignedIn
        ? { channels: 1, calendars: 1, tokenAnswer: 200 }
        : { channels: 0, calendars: 0, tokenAnswer: 401 },
    )
    expect((await customer.post('/api/user/details')).statusCode).toBe(200)
  })
})

test("A-19 a demo user's token does not outlive the account", async () => {
  const visitor = newVisitor()
  await choose(visitor, await openPeople(visitor), 'administrator')
  const { uid } = (await detailsOf(visitor)) as { uid: [{ value: number }] }
  const key = await keepCredentials(uid[0].value)
  const deleted = await site.app.inject({
    method: 'POST',
    url: `/api/user/${uid[0].value}/delete`,
    headers: {
      cookie: `__Host-candor_session=${visitor.cookie('__Host-candor_session')}`,
      'x-csrf-token': visitor.cookie('csrf_token') ?? '',
      origin: SITE,
    },
    payload: {},
  })
  expect(deleted.statusCode).toBe(204)
  expect(await credentialsOf(uid[0].value, key)).toEqual({ channels: 0, calendars: 0, tokenAnswer: 401 })
})

/** Credentials that would still grant access, or forward messages, after the sessions have ended. */
async function keepCredentials(userId: number): Promise<string> {
  const { db } = site.database
  await db.deleteFrom('calendars').where('user_id', '=', userId).execute()
  await db.deleteFrom('channels').where('user_id', '=', userId).where('kind', '<>', 'email').execute()
  await db
    .insertInto('calendars')
    .values({ user_id: userId, secret_digest: randomBytes(32), created_at: site.clock.now })
    .execute()
  const address = 'https://hooks.slack.com/services/T0/B0/x'
  await db.insertInto('channels').values({ user_id: userId, kind: 'slack', address }).execute()
  const key = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  await db
    .insertInto('api_tokens')
    .values({
      name: key,
      token_hash: hashOfSecret(key),
      hint: key.slice(0, 8),
      scopes: ['records:read'],
      created_by: userId,
      created_at: site.clock.now,
    })
    .execute()
  return key
}

async function credentialsOf(userId: number, key: string) {
  const { db } = site.database
  const channels = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .where('kind', '<>', 'email')
    .select('id')
    .execute()
  const calendars = await db.selectFrom('calendars').where('user_id', '=', userId).select('user_id').execute()
  const answer = await site.app.inject({
    url: '/api/v1/records',
    headers: { authorization: `Bearer ${key}` },
  })
  return { channels: channels.length, calendars: calendars.length, tokenAnswer: answer.statusCode }
}

function newVisitor(): Visitor {
  return visitorOf({ app: site.app, siteUrl: SITE })
}

async function openPeople(visitor: Visitor, origin?: string): Promise<Visited> {
  const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`
  return visitor.follow(await visitor.go(`/sso/login${query}`))
}

async function choose(visitor: Visitor, page: Visited, person: string): Promise<Visited> {
  const sent = await visitor.go(page.url.pathname, { form: { person } })
  return visitor.follow(sent, ({ pathname }) => !/^\/(sso|demo-identity)\//.test(pathname))
}

async function detailsOf(visitor: Visitor) {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/user/details',
    headers: {
      cookie: `__Host-candor_session=${visitor.cookie('__Host-candor_session')}`,
      'x-csrf-token': visitor.cookie('csrf_token') ?? '',
      origin: SITE,
    },
    payload: {},
  })
  return answer.json().data
}

function expectStartAgain({ status, headers }: Visited) {
  expect([status, headers.get('location')]).toEqual([303, '/sign-in?problem=sign-on-failed'])
}
