import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedSession } from '../../src/contract/signing-in.ts'
import { PASSWORD_MISSING, PASSWORD_TOO_WEAK } from '../../src/domain/texts.ts'
import { type AccountSite, accountSite, STAFF_DOMAIN } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'

const STAFF_AT_SIGN_UP = 'Northwall staff should use Employee Login on the Sign In page.'
const TAKEN = 'There is already an account with this email address'
const PASS = 'Fog9 over Lisbon'

let site: AccountSite
let woken = 0
beforeAll(async () => {
  site = await accountSite({ desk: { wakeMails: () => woken++ } })
})
afterAll(() => site.stop())

describe('A-06 the address', () => {
  test.each([
    ['', 'Please enter your Email'],
    ['  ', 'Please enter your Email'],
    ['kim', 'Please enter a valid email address'],
    ['kim@customer', 'Please enter a valid email address'],
    ['kim@customer.example\r\nBcc: all@customer.example', 'Please enter a valid email address'],
    ['kim@customer.example\u0000', 'Please enter a valid email address'],
    ['k\u0000im@customer.example', 'Please enter a valid email address'],
    [`kim@${STAFF_DOMAIN}`, STAFF_AT_SIGN_UP],
    [`KIM@Mail.${STAFF_DOMAIN.toUpperCase()}`, STAFF_AT_SIGN_UP],
    ['kim@ｎｏｒｔｈｗａｌｌ．example', STAFF_AT_SIGN_UP],
  ])('%j is rejected at its field, by the form and by its check', async (email, problem) => {
    const before = await users()
    const answer = await register({ mail: email })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: problem, errors: { mail: problem } }])
    const checked = await site.browser().post('/api/validate-email', { method: 'sign-up', email })
    expect(checked.json()).toEqual({ data: { valid: 'false', message: problem } })
    expect(await users()).toBe(before)
  })

  test('A-08 a taken address is invalid, in any case; a free one is valid', async () => {
    const { email } = await makeAccount(site.database.db)
    for (const written of [email, email.toUpperCase(), ` ${email}`]) {
      const taken = await site.browser().post('/api/validate-email', { method: 'sign-up', email: written })
      expect([taken.statusCode, taken.json()]).toEqual([200, { data: { valid: 'false', message: TAKEN } }])
      const refused = await register({ mail: written })
      expect([refused.statusCode, refused.json()]).toEqual([422, { message: TAKEN, errors: { mail: TAKEN } }])
    }
    const free = await site.browser().post('/api/validate-email', { method: 'sign-up', email: fresh() })
    expect([free.statusCode, free.json()]).toEqual([200, { data: { valid: 'true' } }])
  })

  test('an address that only staff have is free: they sign in differently', async () => {
    const email = fresh()
    await site.database.db
      .insertInto('users')
      .values({ email, oidc_issuer: 'https://id.example', oidc_subject: email })
      .execute()
    expect((await register({ mail: email })).statusCode).toBe(200)
  })
})

describe('A-07 the password', () => {
  test.each([
    ['', PASSWORD_MISSING],
    ['Ab1', PASSWORD_TOO_WEAK],
    ['lower9case', PASSWORD_TOO_WEAK],
    ['NoDigits', PASSWORD_TOO_WEAK],
    ['Password1', 'This password is too common. Please choose another.'],
    ['qWERTY123', 'This password is too common. Please choose another.'],
    [`A1${'a'.repeat(300)}`, 'Password should be of maximum 256 character'],
  ])('%j is rejected by the server, too', async (pass, problem) => {
    const answer = await register({ pass })
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: problem, errors: { pass: problem } }])
  })

  test('is stored as an Argon2id hash with 19 MiB and two passes', async () => {
    const email = fresh()
    await register({ mail: email })
    const { password_hash } = await user(email)
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('all errors are reported together', async () => {
    const answer = await register({ mail: 'kim', name: 'a b', pass: 'weak' })
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['mail', 'name', 'pass'])
  })
})

describe('A-09 signing up', () => {
  test('creates an account and a session, queues the verification mail, and is audited', async () => {
    const email = fresh()
    const browser = site.browser()
    const wokenBefore = woken
    const answer = await browser.post('/api/user/register', body({ mail: email.toUpperCase() }))
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json<OpenedSession>()
    const row = await user(email)
    expect(data.current_user).toEqual({ uid: String(row.id), name: email, roles: [] })
    expect(row).toMatchObject({ email_verified_at: null, username: null, timezone: 'UTC', locked_at: null })
    expect((await browser.post('/api/user/details')).json().data.mail).toEqual([{ value: email }])

    const mails = await site.database.db
      .selectFrom('account_mails')
      .where('user_id', '=', row.id)
      .select(['kind', 'email'])
      .execute()
    expect(mails).toEqual([{ kind: 'verify-email', email }])
    expect(woken).toBe(wokenBefore + 1)
    const audit = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(row.id))
      .selectAll()
      .execute()
    expect(audit).toMatchObject([{ action: 'sign-up', actor: 'user', before: null }])
    expect(JSON.stringify(audit)).not.toContain(email)
    expect(JSON.stringify(site.log)).not.toContain(email)
  })

  test('the address as name is not a username; another name is, and can sign in', async () => {
    const [first, second] = [fresh(), fresh()]
    await register({ mail: first, name: first.toUpperCase() })
    expect((await user(first)).username).toBeNull()
    await register({ mail: second, name: 'Sam.Doe' })
    expect((await user(second)).username).toBe('sam.doe')
    const signedIn = await site.browser().post('/api/user/login', { name: 'SAM.DOE', pass: PASS })
    expect(signedIn.json<OpenedSession>().data.current_user.name).toBe('sam.doe')
    const taken = await register({ name: 'sam.doe' })
    expect([taken.statusCode, taken.json().errors]).toEqual([
      422,
      { name: 'There is already an account with this username' },
    ])
  })

  test.each(['other@customer.example', 'a', 'a b', '-kim', 'kim\r\nBcc', 'k'.repeat(65)])(
    '%j is not a valid username',
    async (name) => {
      const answer = await register({ name })
      expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
        422,
        ['name'],
      ])
    },
  )

  test('Access: register ignores roles, uid, verified and other extra fields', async () => {
    const email = fresh()
    const answer = await site.browser().post('/api/user/register', {
      ...body({ mail: email }),
      uid: [{ value: '1' }],
      id: 1,
      roles: [{ target_id: 'administrator' }],
      verified: true,
      email_verified_at: '2026-01-01T00:00:00Z',
      oidc_issuer: 'https://id.example',
      oidc_subject: 'admin',
      locked_at: null,
      status: [{ value: true }],
    })
    expect(answer.json<OpenedSession>().data.current_user.roles).toEqual([])
    const row = await user(email)
    expect(row.id).not.toBe(1)
    expect(row).toMatchObject({ email_verified_at: null, oidc_issuer: null, oidc_subject: null })
    const roles = await site.database.db
      .selectFrom('user_roles')
      .where('user_id', '=', row.id)
      .selectAll()
      .execute()
    expect(roles).toEqual([])
  })

  test('of several who take one address or username at the same time, one gets it', async () => {
    const email = fresh()
    const byMail = await Promise.all(Array.from({ length: 5 }, () => register({ mail: email })))
    expect(byMail.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    for (const { statusCode, json } of byMail)
      if (statusCode === 422) expect(json().errors).toEqual({ mail: TAKEN })
    const byName = await Promise.all(Array.from({ length: 5 }, () => register({ name: 'one.name' })))
    expect(byName.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    for (const { statusCode, json } of byName)
      if (statusCode === 422) expect(json().errors).toHaveProperty('name')
  })

  test('a body with a missing value, or several values, is rejected', async () => {
    for (const mail of [
      [],
      [{ value: fresh() }, { value: fresh() }],
      [{}],
      [{ value: 1 }],
      [{ value: ['a'] }],
    ]) {
      const answer = await site.browser().post('/api/user/register', { mail, pass: [{ value: PASS }] })
      expect(answer.statusCode, JSON.stringify(mail)).toBe(400)
    }
  })
})

test('A-11 only an unverified account gets the notice about its mail', async () => {
  const email = fresh()
  const browser = site.browser()
  await browser.post('/api/user/register', body({ mail: email }))
  const details = async () => (await browser.post('/api/user/details')).json().data
  expect((await details()).interactive.message).toContain(`We sent a verification email to ${email}.`)
  await site.database.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .execute()
  expect((await details()).interactive).toBeNull()
})

test('a row rejected by the database is a server error, and its values are not logged', async () => {
  const email = fresh()
  await sql`alter table users add constraint nobody check (email <> ${sql.lit(email)})`.execute(
    site.database.db,
  )
  expect((await register({ mail: email })).statusCode).toBe(500)
  await sql`alter table users drop constraint nobody`.execute(site.database.db)
  const logged = site.log.filter(({ level }) => level === 50)
  expect(logged).toMatchObject([{ msg: 'A request failed', err: { code: '23514' } }])
  expect(JSON.stringify(logged)).not.toContain(email)
  expect(JSON.stringify(logged)).not.toContain('argon2id')
})

function register(of: { mail?: string; name?: string; pass?: string } = {}) {
  return site.browser().post('/api/user/register', body(of))
}

function body({ mail = fresh(), name, pass = PASS }: { mail?: string; name?: string; pass?: string }) {
  return {
    mail: [{ value: mail }],
    ...(name !== undefined && { name: [{ value: name }] }),
    pass: [{ value: pass }],
  }
}

function fresh() {
  return `${randomBytes(6).toString('hex')}@customer.example`
}

function user(email: string) {
  return site.database.db
    .selectFrom('users')
    .where('email', '=', email)
    .where('oidc_issuer', 'is', null)
    .selectAll()
    .executeTakeFirstOrThrow()
}

async function users() {
  return (await site.database.db.selectFrom('users').select('id').execute()).length
}
