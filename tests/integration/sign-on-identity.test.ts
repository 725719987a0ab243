import { describe, expect, test } from 'vitest'
import { holdMailAccount } from '../../src/db/account-mails.ts'
import { testIdentityProvider } from '../support/identity-provider.ts'
import { anyPerson, CALLBACK, signOnSite } from '../support/identity-provider-site.ts'

const PASSWORD = 'Correct horse 1'

const on = signOnSite()

describe('OIDC: identity', () => {
  test('is issuer and subject: with another address it is the same account', async () => {
    const person = anyPerson()
    await on.signOn(person)
    const { visitor } = await on.signOn({ ...person, email: 'married@northwall.example', name: 'Ada King' })
    expect(await on.usersOf(person)).toHaveLength(1)
    expect(await on.detailsOf(visitor)).toMatchObject({
      mail: [{ value: 'married@northwall.example' }],
      name: [{ value: 'Ada King' }],
    })
  })

  test('with the same address but another subject is another account', async () => {
    const [one, two] = [anyPerson(), anyPerson()]
    await on.signOn({ ...one, roles: ['administrator'] })
    const { visitor } = await on.signOn({ ...two, email: one.email, roles: [] })
    expect(await on.detailsOf(visitor)).toMatchObject({ roles: [] })
    expect(await on.userOf(one)).not.toBe(await on.userOf(two))
  })

  test('an address the provider has not verified is ignored', async () => {
    const person = { ...anyPerson(), email_verified: false }
    await on.signOn(person)
    expect(await on.usersOf(person)).toMatchObject([{ email: null, email_verified_at: null }])
  })

  test('a customer with the same address stays another account, without roles', async () => {
    const email = `${anyPerson().sub}@customer.example`
    const registered = await on.post('/api/user/register', {
      mail: [{ value: email }],
      pass: [{ value: PASSWORD }],
    })
    expect(registered.statusCode).toBe(200)
    const person = { ...anyPerson(), email, roles: ['administrator'] }
    const { visitor } = await on.signOn(person)
    const staff = await on.detailsOf(visitor)
    expect(staff).toMatchObject({ roles: ['administrator'], mail: [{ value: email }] })

    const login = await on.post('/api/user/login', { name: email, pass: PASSWORD })
    expect(login.json().data.current_user).toMatchObject({ roles: [] })
    expect(login.json().data.current_user.uid).not.toBe(staff.uid[0]?.value)
  })

  test("staff can't sign in with a password or set one", async () => {
    const person = { ...anyPerson(), email: `${anyPerson().sub}@contractor.example` }
    await on.signOn(person)
    const login = await on.post('/api/user/login', { name: person.email, pass: PASSWORD })
    expect(login.statusCode).toBe(422)
    const asked = { kind: 'reset-password', email: person.email, user_id: null } as const
    const reset = on.database.db.transaction().execute((trx) => holdMailAccount(trx, asked))
    expect(await reset).toBeUndefined()
    const uid = await on.userOf(person)
    const setByHand = on.database.db
      .updateTable('users')
      .set({ password_hash: 'x' })
      .where('id', '=', uid)
      .execute()
    await expect(setByHand).rejects.toThrow('users_staff_has_no_password')
  })

  test('a locked user is rejected, without changes', async () => {
    const person = { ...anyPerson(), roles: ['legal_team'] }
    await on.signOn(person)
    const uid = await on.userOf(person)
    await on.database.db.updateTable('users').set({ locked_at: on.now }).where('id', '=', uid).execute()
    const before = await on.auditOf(uid)
    const { visitor, last } = await on.signOn({ ...person, roles: ['administrator'], name: 'Another' })
    expect(last.headers.get('location')).toBe('/sign-in?problem=sign-on-refused')
    expect(visitor.cookie('__Host-candor_session')).toBeUndefined()
    expect(await on.usersOf(person)).toMatchObject([{ display_name: person.name }])
    expect(await on.auditOf(uid)).toEqual([
      ...before,
      {
        actor: 'sign-on',
        action: 'sign-in-failed',
        before: null,
        after: {
          failures_within_an_hour: 1,
          from: expect.stringMatching(/0\/24$|::\/64$/),
          reason: 'the account is locked',
        },
      },
    ])
  })
})

describe('when the identity provider', () => {
  test('rejects a user, the sign-in page says so and keeps the destination', async () => {
    const { visitor, last } = await on.signOn(null, { origin: '/subscribe' })
    expect(last.headers.get('location')).toBe('/sign-in?problem=sign-on-refused&origin=%2Fsubscribe')
    expect(visitor.cookie('__Host-candor_session')).toBeUndefined()
  })

  test('is down, the sign-in page says so, readers notice nothing, and later it works again', async () => {
    const own = await testIdentityProvider(CALLBACK)
    await own.stop()
    const other = await on.siteWith({ oidc: own.oidc })
    const visitor = on.newVisitor(other)
    const begun = await visitor.go('/sso/login?origin=/subscribe')
    expect(begun.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable&origin=%2Fsubscribe')
    expect(visitor.cookie('__Host-candor_sign_on')).toBeUndefined()
    for (const path of ['/northwall.net', '/api/global', '/sign-in'])
      expect((await other.app.inject(path)).statusCode).toBe(200)

    await own.start()
    await on.signOn(anyPerson(), { app: other, at: own, visitor })
    expect(visitor.cookie('__Host-candor_session')).toBeDefined()

    own.signsIn(anyPerson())
    const third = on.newVisitor(other)
    const callback = await on.untilCallback(third)
    await own.stop()
    const ended = await third.go(callback)
    expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable')
    await other.app.close()
  })

  test('is up but the database is down, the sign-in page says so', async () => {
    const visitor = on.newVisitor()
    const callback = await on.untilCallback(visitor, anyPerson())
    on.losesDatabase()
    const ended = await visitor.go(callback)
    expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable')
  })
})
