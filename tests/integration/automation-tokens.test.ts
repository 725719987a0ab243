import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTokens } from '../../src/accounts/tokens/list-tokens.ts'
import { makeToken } from '../../src/accounts/tokens/make-token.ts'
import { revokeToken } from '../../src/accounts/tokens/revoke-token.ts'
import { SCOPES, type Scope } from '../../src/domain/access.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { FAULTS } from '../../src/server/http/faults.ts'
import { type AutomationSite, askWith, automationSite, type Program } from '../support/automation-site.ts'
import { eventually } from '../support/eventually.ts'
import { signIn } from '../support/sign-in.ts'

let site: AutomationSite

beforeAll(async () => {
  site = await automationSite()
})
afterAll(() => site.stop())

const actor = actorNamed('administrator')
let addresses = 0
const newAddress = () => `192.0.2.${++addresses}`

test('Z-08 a token is shown once; only its hash and prefix are stored', async () => {
  const { db } = site.database
  const { token, id } = await site.program({ name: 'kept as a hash' })
  expect(token).toMatch(/^cnd_[A-Za-z0-9_-]{43}$/)
  const row = await db.selectFrom('api_tokens').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(row.token_hash).toEqual(createHash('sha256').update(token).digest())
  expect(row.hint).toBe(token.slice(0, 8))
  const everything = JSON.stringify([
    row,
    await listTokens({ db }),
    await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(5).execute(),
    site.log,
  ])
  expect(everything).not.toContain(token)
})

test('Z-08 a token can read its own details', async () => {
  const expiresAt = new Date(site.clock.now.getTime() + 3_600_000)
  const { ask, name } = await site.program({ scopes: ['records:read', 'alerts:write'], expiresAt })
  const { statusCode, json, headers } = await ask('/me')
  expect([statusCode, json().data]).toEqual([
    200,
    { name, scopes: ['records:read', 'alerts:write'], expires_at: expiresAt.toISOString() },
  ])
  expect(headers['cache-control']).toContain('no-store')
})

test('Z-08 active tokens have distinct names; revoking frees the name', async () => {
  const { db } = site.database
  const making = { name: 'twins', scopes: ['records:read'] as const, expiresAt: null, actor, now: new Date() }
  const made = await Promise.all([makeToken({ db }, making), makeToken({ db }, making)])
  expect(made.map(({ kind }) => kind).toSorted()).toEqual(['made', 'name-taken'])
  const id = made.find((each) => each.kind === 'made')?.id ?? 0
  expect(await revokeToken({ db }, { id, actor, now: new Date() })).toEqual({ kind: 'revoked' })
  expect(await revokeToken({ db }, { id, actor, now: new Date() })).toEqual({ kind: 'not-live' })
  expect((await makeToken({ db }, making)).kind).toBe('made')
})

test('Z-08 a revoked or expired token stops working with the next request', async () => {
  const { db } = site.database
  const [revoked, expiring] = [
    await site.program(),
    await site.program({ expiresAt: new Date(site.clock.now.getTime() + 60_000) }),
  ]
  expect((await revoked.ask('/me')).statusCode).toBe(200)
  expect((await expiring.ask('/me')).statusCode).toBe(200)
  await revokeToken({ db }, { id: revoked.id, actor, now: site.clock.now })
  site.clock.pass(60)
  for (const { ask } of [revoked, expiring]) {
    const { statusCode, json, headers } = await ask('/me', { address: newAddress() })
    expect([statusCode, json().message]).toEqual([401, FAULTS['wrong-token'].message])
    expect(headers['www-authenticate']).toBe('Bearer realm="Candor", error="invalid_token"')
  }
})

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['a word', 'hello'],
  ['a password', 'Basic YTpi'],
  ['another token', `Bearer cnd_${'a'.repeat(43)}`],
  ['a long token', `Bearer cnd_${'a'.repeat(4000)}`],
])('Z-08 with %s a program is asked for a token', async (_, authorization) => {
  const { statusCode, headers, json } = await askWith(site, authorization, '/me', { address: newAddress() })
  expect(statusCode).toBe(401)
  expect(headers['www-authenticate']).toMatch(/^Bearer /)
  expect(json().message).toMatch(/token/)
})

test('Z-08 only the Authorization header counts, not a cookie or query', async () => {
  const { token } = await site.program()
  const staff = await signIn(site.database.db, { roles: ['administrator'] })
  const { statusCode } = await site.app.inject({
    url: `/api/v1/me?token=${token}&access_token=${token}`,
    headers: { cookie: `${staff.cookie}; token=${token}` },
  })
  expect(statusCode).toBe(401)
})

test("Z-08 pages of other sites can't call it: there is no CORS", async () => {
  const { token, ask } = await site.program()
  const preflight = await askWith(site, undefined, '/incidents', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(405)
  const answered = await ask('/me', { headers: { origin: 'https://evil.example' } })
  for (const { headers } of [preflight, answered])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(token).toBeDefined()
})

const ROUTES: [string, 'GET' | 'POST' | 'PATCH' | 'PUT', Scope][] = [
  ['/records', 'GET', 'records:read'],
  ['/records/1', 'GET', 'records:read'],
  ['/incidents', 'POST', 'incidents:write'],
  ['/incidents/1', 'PATCH', 'incidents:write'],
  ['/incidents/1/updates', 'POST', 'incidents:write'],
  ['/incidents/1/resolve', 'POST', 'incidents:write'],
  ['/incidents/1/reopen', 'POST', 'incidents:write'],
  ['/incidents/1/post-mortem', 'PUT', 'incidents:write'],
  ['/incidents/1/post-mortem', 'PATCH', 'incidents:write'],
  ['/incidents/1/post-mortem/publish', 'POST', 'incidents:write'],
  ['/maintenance', 'POST', 'maintenance:write'],
  ['/maintenance/1', 'PATCH', 'maintenance:write'],
  ['/maintenance/1/updates', 'POST', 'maintenance:write'],
  ['/maintenance/1/start', 'POST', 'maintenance:write'],
  ['/maintenance/1/complete', 'POST', 'maintenance:write'],
  ['/maintenance/1/postpone', 'POST', 'maintenance:write'],
  ['/maintenance/1/cancel', 'POST', 'maintenance:write'],
  ['/advisories', 'POST', 'advisories:write'],
  ['/advisories/1', 'PATCH', 'advisories:write'],
  ['/advisories/1/updates', 'POST', 'advisories:write'],
  ['/advisories/1/resolve', 'POST', 'advisories:write'],
  ['/notifications', 'POST', 'notifications:write'],
  ['/notifications/1', 'PATCH', 'notifications:write'],
  ['/notifications/1/updates', 'POST', 'notifications:write'],
  ['/clouds', 'GET', 'site:read'],
  ['/services', 'GET', 'site:read'],
  ['/data-centers', 'GET', 'site:read'],
  ['/services/1/state', 'PUT', 'site:write'],
  ['/services/1/state', 'POST', 'site:write'],
  ['/data-centers/1/state', 'PUT', 'site:write'],
  ['/data-centers/1/state', 'POST', 'site:write'],
  ['/deliveries', 'GET', 'deliveries:read'],
  ['/alertmanager', 'POST', 'alerts:write'],
  ['/channels', 'POST', 'channels:write'],
]

/** By scope: one token with only this one, and one with all others. */
const tokensOf = new Map<Scope, { right: Program; others: Program }>()

async function tokensFor(scope: Scope) {
  const known = tokensOf.get(scope)
  if (known !== undefined) return known
  const tokens = {
    right: await site.program({ scopes: [scope] }),
    others: await site.program({ scopes: SCOPES.filter((each) => each !== scope) }),
  }
  tokensOf.set(scope, tokens)
  return tokens
}

test.each(ROUTES)('Z-08 %s by %s needs the scope %s, and no other will do', async (path, method, scope) => {
  const body = method === 'GET' ? {} : { body: {} }
  const { right, others } = await tokensFor(scope)
  const refused = await others.ask(path, { method, ...body })
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    `This token does not have the scope "${scope}".`,
  ])
  expect(refused.headers['www-authenticate']).toContain(`scope="${scope}"`)
  expect([200, 400, 404, 409]).toContain((await right.ask(path, { method, ...body })).statusCode)
})

test('Z-08 every program route is in the list above', () => {
  const found = site.app.routeRules
    .filter(({ url, isRefusal, method }) => url.startsWith('/api/v1/') && !isRefusal && method !== 'HEAD')
    // Images take any scope that writes records, and alerts the keys of senders; their own tests try them.
    .filter(
      ({ url }) =>
        ![
          '/api/v1/me',
          '/api/v1/images',
          '/api/v1/attachments',
          '/api/v1/alerts',
          '/api/v1/alerts/:key',
        ].includes(url) && !url.startsWith('/api/v1/imports'),
    )
    .map(({ method, url, access }) => `${method} ${url} ${access}`)
  const listed = ROUTES.map(
    ([path, method, scope]) =>
      `${method} /api/v1${path.replace('/1', path.endsWith('/state') ? '/:tid' : '/:id')} token:${scope}`,
  )
  expect(found.toSorted()).toEqual(listed.toSorted())
})

test('Z-08 wrong tokens are rate limited by address, and a valid one still gets in', async () => {
  const address = newAddress()
  const { ask } = await site.program()
  const wrong = () => askWith(site, `Bearer cnd_${'b'.repeat(43)}`, '/me', { address })
  for (let tries = 0; tries < THROTTLE_LIMITS.wrongTokens.attempts; tries++)
    expect((await wrong()).statusCode).toBe(401)
  const throttled = await wrong()
  expect(throttled.statusCode).toBe(429)
  expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('/me', { address })).statusCode).toBe(200)
  expect((await askWith(site, undefined, '/me', { address })).statusCode).toBe(401)
})

test('Z-08 a token over its rate limit gets a Retry-After, without affecting others', async () => {
  const [wild, calm] = [await site.program(), await site.program()]
  const first = await wild.ask('/me')
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '60',
    'ratelimit-remaining': '59',
    'ratelimit-policy': '120;w=60;burst=60',
  })
  let last = first
  for (let asked = 1; asked <= 60; asked++) last = await wild.ask('/me')
  expect([last.statusCode, last.headers['retry-after'], last.headers['ratelimit-remaining']]).toEqual([
    429,
    '1',
    '0',
  ])
  expect((await calm.ask('/me')).statusCode).toBe(200)
  site.clock.pass(1)
  expect((await wild.ask('/me')).statusCode).toBe(200)
})

test('Z-08 changes have their own rate limit', async () => {
  const { ask } = await site.program()
  const change = () => ask('/incidents/999999/resolve', { method: 'POST', body: { body: 'x' } })
  for (let asked = 0; asked < 30; asked++) expect((await change()).statusCode).toBe(404)
  expect((await change()).statusCode).toBe(429)
  expect((await ask('/me')).statusCode).toBe(200)
})

test('Z-08 the last use is recorded to the minute', async () => {
  const { db } = site.database
  const { ask, id } = await site.program()
  const used = async () =>
    (await db.selectFrom('api_tokens').where('id', '=', id).select('last_used_at').executeTakeFirstOrThrow())
      .last_used_at
  const first = site.clock.now
  await ask('/me')
  await eventually(async () => expect(await used()).toEqual(first))
  site.clock.pass(30)
  await ask('/me')
  await ask('/me')
  expect(await used()).toEqual(first)
  site.clock.pass(31)
  await ask('/me')
  await eventually(async () => expect(await used()).toEqual(site.clock.now))
})

test('Z-08 a body that is too large is rejected', async () => {
  const { ask } = await site.program()
  const { statusCode } = await ask('/incidents', {
    method: 'POST',
    body: { title: 'x', clouds: ['northwall_net'], body: 'x'.repeat(600_000) },
  })
  expect(statusCode).toBe(413)
})
