import { describe, expect, test } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { isShort, sized } from '../size.ts'
import { testIdentityProvider } from '../support/identity-provider.ts'
import { anyPerson, CALLBACK, isHome, signOnSite } from '../support/identity-provider-site.ts'
import type { TestApp } from '../support/test-app.ts'
import { whileThrottlesAreStuck } from '../support/throttles.ts'

const on = signOnSite()

describe('A-19 the employee login', () => {
  test.each(sized<readonly Role[]>({ short: ['administrator'], long: ROLES }))(
    'signs %s in with that role',
    async (role) => {
      const person = { ...anyPerson(), roles: [role] }
      const { visitor, last } = await on.signOn(person, { origin: '/admin/records?q=vpn#top' })
      expect([last.status, last.headers.get('location')]).toEqual([303, '/admin/records?q=vpn#top'])
      expect(await on.detailsOf(visitor)).toMatchObject({
        name: [{ value: person.name }],
        mail: [{ value: person.email }],
        roles: [role],
      })
    },
  )

  test('Z-01 leads staff to their dashboard, unless the place that they come from needs a sign-in', async () => {
    const staff = () => ({ ...anyPerson(), roles: ['blog_editor'] })
    const landing = async (
      person: ReturnType<typeof anyPerson>,
      asked: { origin?: string; notice?: string },
    ) => (await on.signOn(person, asked)).last.headers.get('location')
    expect(await landing(staff(), {})).toBe('/admin/dashboard')
    expect(await landing(staff(), { origin: '/northwall.net/faq' })).toBe('/admin/dashboard')
    expect(await landing(staff(), { origin: '/subscribe?cloud=1' })).toBe('/subscribe?cloud=1')
    expect(await landing(staff(), { origin: '/northwall.net', notice: 'subscribe' })).toBe('/northwall.net')
    expect(await landing(staff(), { origin: 'https://evil.example/admin' })).toBe('/admin/dashboard')
    expect(await landing(anyPerson(), { origin: '/northwall.net/faq' })).toBe('/northwall.net/faq')
    // Which addresses are followed: `src/domain/account/sign-in-address.test.ts`.
    expect(await landing(anyPerson(), { origin: '//evil.example' })).toBe('/')
  })

  test('signs people in who have no role', async () => {
    const { visitor } = await on.signOn({ ...anyPerson(), roles: ['somebody', 'trust_adminn'] })
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: [] })
  })

  test('greets on the destination page, and leaves no cookies of its own', async () => {
    const { visitor, last } = await on.signOn(anyPerson())
    expect(last.headers.get('location')).toBe('/')
    expect(visitor.cookie('candor_flash')).toBe('signed-in')
    expect(visitor.cookie('__Host-candor_sign_on')).toBeUndefined()
    const set = last.headers.getSetCookie().find((line) => line.startsWith('__Host-candor_session='))
    expect(set).toMatch(/; HttpOnly$/)
    expect(set).toContain('; Secure')
  })

  test('gives no cacheable answer', async () => {
    const visitor = on.newVisitor()
    on.provider.signsIn(anyPerson())
    const begun = await visitor.go('/sso/login')
    const ended = await visitor.follow(begun, (url) => url.pathname === '/')
    for (const { url, headers } of [begun, ended]) {
      expect([url.pathname, headers.get('cache-control')]).toEqual([url.pathname, 'private, no-store'])
    }
  })

  test("ends the browser's previous session", async () => {
    const person = { ...anyPerson(), roles: ['legal_team'] }
    const { visitor } = await on.signOn(person)
    const [session, csrf] = [visitor.cookie('__Host-candor_session'), visitor.cookie('csrf_token')]
    await on.signOn(person, { visitor })
    expect(visitor.cookie('__Host-candor_session')).not.toBe(session)
    expect((await on.detailsAnswer(`__Host-candor_session=${session}`, csrf)).statusCode).toBe(401)
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['legal_team'] })
  })

  test('signs people in although the attempt cannot be given back', async () => {
    const { visitor, last } = await whileThrottlesAreStuck(on.database.db, () => on.signOn(anyPerson()))
    expect([last.status, last.headers.get('location')]).toEqual([303, '/'])
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: [] })
  })

  test('answers only GET: a HEAD request starts and completes nothing', async () => {
    for (const path of ['/sso/login', '/sso/callback']) {
      const head = await on.site.app.inject({ method: 'HEAD', url: path })
      expect([head.statusCode, head.headers['set-cookie']]).toEqual([404, undefined])
      for (const method of ['POST', 'PUT'] as const)
        expect((await on.site.app.inject({ method, url: path })).statusCode).toBe(405)
    }
    expect((await on.site.app.inject('/sso/other')).statusCode).toBe(404)
  })
})

describe('A-19 roles', () => {
  test('come from any claim through a map, even a nested one', async () => {
    const roleMap = [{ group: 'status', role: 'trust_admin' }] as const
    const oidc = { ...on.provider.oidc, roleClaim: 'realm_access.groups', roleMap }
    const other = await on.siteWith({ oidc })
    const claims = { roles: ['legal_team'], realm_access: { groups: ['status', 'administrator'] } }
    const { visitor } = await on.signOn({ ...anyPerson(), ...claims }, { app: other })
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
    await other.app.close()
  })

  test.skipIf(isShort)('come from the user info if the ID token has none', async () => {
    const reticent = await testIdentityProvider(CALLBACK, { isOnlyUserInfo: true })
    const other = await on.siteWith({ oidc: reticent.oidc })
    const person = { ...anyPerson(), roles: ['cloud_apps'] }
    const { visitor } = await on.signOn(person, { app: other, at: reticent })
    expect(await on.detailsOf(visitor)).toMatchObject({
      roles: ['cloud_apps'],
      mail: [{ value: person.email }],
    })
    await other.app.close()
    await reticent.stop()
  })

  test('are updated at each sign-in: a removed role is removed here, with an audit entry', async () => {
    const person = anyPerson()
    await on.signOn({ ...person, roles: ['trust_admin', 'legal_team'] })
    const { visitor } = await on.signOn({ ...person, roles: ['legal_team', 'blog_editor'] })
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['blog_editor', 'legal_team'] })
    await on.signOn({ ...person, roles: ['blog_editor', 'legal_team'] })
    const entries = await on.auditOf(await on.userOf(person))
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['change-roles', { roles: [] }, { roles: ['legal_team', 'trust_admin'] }],
      ['sign-in', null, { roles: ['legal_team', 'trust_admin'] }],
      ['change-roles', { roles: ['legal_team', 'trust_admin'] }, { roles: ['blog_editor', 'legal_team'] }],
      ['sign-in', null, { roles: ['blog_editor', 'legal_team'] }],
      ['sign-in', null, { roles: ['blog_editor', 'legal_team'] }],
    ])
    expect(JSON.stringify(entries)).not.toContain('northwall.example')
  })

  test('Access: a revoked role applies from the next request', async () => {
    const person = { ...anyPerson(), roles: ['trust_admin'] }
    const { visitor } = await on.signOn(person)
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
    await on.database.db
      .deleteFrom('user_roles')
      .where('user_id', '=', await on.userOf(person))
      .execute()
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: [] })
  })

  test('of two simultaneous sign-ins of one person the later one wins, and there is one account', async () => {
    const person = anyPerson()
    on.provider.signsIn({ ...person, roles: ['url_editor'] })
    const visitors = Array.from({ length: 3 }, () => on.newVisitor())
    await Promise.all(visitors.map(async (visitor) => visitor.follow(await visitor.go('/sso/login'), isHome)))
    for (const visitor of visitors)
      expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['url_editor'] })
    expect(await on.usersOf(person)).toHaveLength(1)
  })
})

describe('A-19 with', () => {
  test('an issuer, the employee login is in the global data, and there is no demo provider', async () => {
    expect(await ssoOf(on.site)).toEqual({ url: '/sso/login' })
    for (const path of ['', '/auth', '/.well-known/openid-configuration', '/interaction/x'])
      expect((await on.site.app.inject(`/demo-identity${path}`)).statusCode).toBe(404)
  })

  test.skipIf(isShort)('neither an issuer nor the demo, there is no employee login', async () => {
    const other = await on.siteWith({ hasDemo: false })
    expect(await ssoOf(other)).toBeNull()
    for (const path of ['/sso/login', '/sso/callback', '/demo-identity', '/demo-identity/auth'])
      expect((await other.app.inject(path)).statusCode).toBe(404)
    await other.app.close()
  })

  // In disaster recovery it is closed: `recovery-site.test.ts`.
  test('maintenance, staff can still sign in', async () => {
    const other = await on.siteWith({ oidc: on.provider.oidc, isInMaintenance: true })
    expect((await other.app.inject('/northwall.net')).statusCode).toBe(503)
    const { visitor } = await on.signOn({ ...anyPerson(), roles: ['trust_admin'] }, { app: other })
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: ['trust_admin'] })
    await other.app.close()
  })
})

async function ssoOf({ app }: TestApp): Promise<Global['sso']> {
  return (await app.inject('/api/global')).json<Global>().sso
}
