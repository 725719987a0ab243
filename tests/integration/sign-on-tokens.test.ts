import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionOf } from '../support/demo-edition.ts'
import { type Forger, type Forgery, identityForger } from '../support/identity-provider-forger.ts'
import { locationOf, type Visited, visitorOf } from '../support/identity-provider-visitor.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const SITE = 'https://trust.northwall.example'
const HOUR_S = 3600

let database: TestDatabase
let forger: Forger
let site: TestApp

beforeAll(async () => {
  database = await testDatabase('demo')
  forger = await identityForger()
  const holder = standingHolder(new Date())
  holder.hold(await editionOf(database.db))
  site = await testApp({ holder, accounts: testAccounts(database.db), config: { oidc: forger.oidc } })
})

afterAll(async () => {
  await site.app.close()
  await forger.stop()
  await database.drop()
})

beforeEach(() => {
  forger.forge({})
  forger.answersWith({})
})

test('OIDC: a valid token opens a session', async () => {
  expect(await signOn()).toMatchObject({ status: 303, to: '/admin/dashboard', hasSession: true })
})

test('OIDC: the code is exchanged with the verifier and the secret, for the same redirect URI', async () => {
  await signOn()
  const { redirect_uri, client_secret, code, code_verifier } = Object.fromEntries(forger.asked())
  expect({ redirect_uri, client_secret, code }).toEqual({
    redirect_uri: `${SITE}/sso/callback`,
    client_secret: forger.oidc.clientSecret,
    code: 'a-code',
  })
  expect(code_verifier).toMatch(/^[\w-]{43,}$/)
})

describe('OIDC: a token is rejected', () => {
  const nowS = Math.floor(Date.now() / 1000)
  test.each<[string, Forgery]>([
    ['from another issuer', { claims: { iss: 'https://evil.example' } }],
    ['for another site', { claims: { aud: 'another-site' } }],
    ['for several sites, with another one authorized', { claims: { aud: ['trust-site', 'b'], azp: 'b' } }],
    ['without an audience', { claims: { aud: undefined } }],
    ['that has expired', { claims: { iat: nowS - 2 * HOUR_S, exp: nowS - HOUR_S } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['from the future', { claims: { iat: nowS + HOUR_S, exp: nowS + 2 * HOUR_S } }],
    ['that is not yet valid', { claims: { nbf: nowS + HOUR_S } }],
    ['for another login', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a signature by another key', { signedBy: 'stranger' }],
    ['with an unpublished key', { signedBy: 'stranger', header: { kid: 'another' } }],
    ['without a signature', { signedBy: 'nobody' }],
    ['with the algorithm "none"', { signedBy: 'nobody', header: { alg: 'none' } }],
    ['signed with the secret of the client', { signedBy: 'client-secret', header: { alg: 'HS256' } }],
    ['with an algorithm that does not match its key', { header: { alg: 'RS256' } }],
    ['that is malformed', { idToken: 'not.a.token' }],
    ['that is missing', { hasNoToken: true }],
  ])('%s', async (_, forgery) => {
    forger.forge(forgery)
    expect(await signOn()).toEqual({
      status: 303,
      to: '/sign-in?problem=sign-on-failed',
      hasSession: false,
      isPrivate: true,
    })
  })
})

describe('OIDC: the callback is rejected', () => {
  test.each([
    ['with another state', { state: 'another' }],
    ['without a code', { code: '' }],
    ['from another issuer', { iss: 'https://evil.example' }],
    ['with an error for another login', { error: 'access_denied', state: 'another' }],
    ['with an unknown error', { error: 'invalid_scope', code: '' }],
  ])('%s', async (_, query) => {
    forger.answersWith(query)
    expect(await signOn()).toMatchObject({ to: '/sign-in?problem=sign-on-failed', hasSession: false })
  })

  test.each([
    ['access_denied', 'sign-on-refused'],
    ['server_error', 'sign-on-unavailable'],
    ['temporarily_unavailable', 'sign-on-unavailable'],
  ])('with %s, and the sign-in page says so', async (error, problem) => {
    forger.answersWith({ error, error_description: 'SECRET-WORDS' })
    expect(await signOn()).toMatchObject({ to: `/sign-in?problem=${problem}`, hasSession: false })
  })
})

test('OIDC: codes, tokens, secrets and personal claims are not logged', async () => {
  forger.forge({ claims: { aud: 'another-site' } })
  forger.answersWith({ code: 'SECRET-CODE' })
  await signOn()
  const logged = JSON.stringify(site.log)
  expect(logged).toContain('An employee login failed')
  for (const secret of [
    'SECRET',
    forger.oidc.clientSecret,
    'an-access-token',
    'somebody@northwall.example',
    forger.asked().get('code_verifier'),
  ])
    expect(logged).not.toContain(secret)
})

async function signOn() {
  const visitor = visitorOf({ app: site.app, siteUrl: SITE })
  const begun = await visitor.go('/sso/login')
  const back = await visitor.go(target(await visitor.go(target(begun))))
  return {
    status: back.status,
    to: target(back).replace(SITE, ''),
    hasSession: visitor.cookie('__Host-candor_session') !== undefined,
    isPrivate: back.headers.get('cache-control') === 'private, no-store',
  }
}

function target(visited: Visited): string {
  const location = locationOf(visited)
  if (location === undefined) throw new Error(`${visited.url.href} leads nowhere: ${visited.status}`)
  return location.href
}
