import { hashSync } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Passwords } from '../../src/accounts/passwords/passwords.ts'
import type { OpenedSession } from '../../src/contract/signing-in.ts'
import { PASSWORD_MISSING } from '../../src/domain/texts.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite, STAFF_DOMAIN } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { testPasswords } from '../support/test-accounts.ts'

const UNRECOGNISED = { message: 'Sorry, unrecognized email, username or password.' }
const STAFF_AT_SIGN_IN = 'You are a member of Northwall staff. Please use the Employee login below.'

let site: AccountSite
const work: { kind: 'hash' | 'verify'; hasAccount: boolean }[] = []
const watched: Passwords = {
  ...testPasswords,
  hash: (password) => {
    work.push({ kind: 'hash', hasAccount: true })
    return testPasswords.hash(password)
  },
  verify: (password, hash) => {
    work.push({ kind: 'verify', hasAccount: typeof hash === 'string' })
    return testPasswords.verify(password, hash)
  },
}

beforeAll(async () => {
  site = await accountSite({ desk: { passwords: watched } })
})
afterAll(() => site.stop())

describe('A-01 signing in', () => {
  test('by email address, in any case and width', async () => {
    const { uid, email, pass } = await makeAccount(site.database.db)
    for (const name of [email, ` ${email.toUpperCase()} `, email.replace('@', '＠')]) {
      const answer = await site.browser().post('/api/user/login', { name, pass })
      expect(answer.statusCode, name).toBe(200)
      expect(answer.json<OpenedSession>().data.current_user).toEqual({
        uid: String(uid),
        name: email,
        roles: [],
      })
    }
  })

  test('by username', async () => {
    const { uid, pass } = await makeAccount(site.database.db, { username: 'kim.doe' })
    const answer = await site.browser().post('/api/user/login', { name: 'Kim.Doe', pass })
    expect(answer.json<OpenedSession>().data.current_user).toEqual({
      uid: String(uid),
      name: 'kim.doe',
      roles: [],
    })
  })

  test('is recorded, and audited without personal data', async () => {
    const { uid, email, pass } = await makeAccount(site.database.db)
    await site.browser().post('/api/user/login', { name: email, pass })
    const user = await site.database.db
      .selectFrom('users')
      .where('id', '=', uid)
      .select('last_sign_in_at')
      .executeTakeFirstOrThrow()
    expect(user.last_sign_in_at).toEqual(site.clock.now)
    const entries = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(uid))
      .selectAll()
      .execute()
    expect(entries).toMatchObject([{ action: 'sign-in', actor: 'user', after: { opened_by: 'password' } }])
    expect(JSON.stringify(entries)).not.toContain(email)
  })

  test('leaves neither name nor password in the log', async () => {
    const { email } = await makeAccount(site.database.db)
    await site.browser().post('/api/user/login', { name: email, pass: 'Secret9Guess' })
    const written = JSON.stringify(site.log)
    expect(written).toContain('/api/user/login')
    expect(written).not.toContain(email)
    expect(written).not.toContain('Secret9Guess')
  })
})

describe('A-02 the name', () => {
  test('is required', async () => {
    for (const name of ['', '   ']) {
      const answer = await site.browser().post('/api/user/login', { name, pass: 'Any9thing' })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({
        message: 'Please enter your Email or Username',
        errors: { name: 'Please enter your Email or Username' },
      })
    }
  })

  test.each([
    `kim@${STAFF_DOMAIN}`,
    `Kim@${STAFF_DOMAIN.toUpperCase()}`,
    `kim@mail.${STAFF_DOMAIN}`,
    `kim＠ｎｏｒｔｈｗａｌｌ.example`,
    `kim@north\u200bwall.example`,
    `kim@${STAFF_DOMAIN}.`,
  ])('of staff is sent to the employee login, after case and Unicode normalization: %s', async (name) => {
    const before = work.length
    const answer = await site.browser().post('/api/user/login', { name, pass: 'Any9thing' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ message: STAFF_AT_SIGN_IN, errors: { name: STAFF_AT_SIGN_IN } })
    expect(work).toHaveLength(before)
  })

  test('of staff is rejected even with the right password', async () => {
    const { email, pass } = await makeAccount(site.database.db, { email: `old@${STAFF_DOMAIN}` })
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(422)
  })

  test('of an account whose domain now belongs to staff is rejected, also by username', async () => {
    const known = { email: `early@old.${STAFF_DOMAIN}`, username: 'early.bird' }
    const { pass } = await makeAccount(site.database.db, known)
    work.length = 0
    const answer = await site.browser().post('/api/user/login', { name: known.username, pass })
    expect([answer.statusCode, answer.json()]).toEqual([422, UNRECOGNISED])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(work).toEqual([{ kind: 'verify', hasAccount: true }])
  })

  test('a staff identity has no password, whatever its address', async () => {
    await site.database.db
      .insertInto('users')
      .values({ email: 'sub@contractor.example', oidc_issuer: 'https://id.example', oidc_subject: 'sub-1' })
      .execute()
    const answer = await site.browser().post('/api/user/login', { name: 'sub@contractor.example', pass: '' })
    expect(answer.statusCode).toBe(422)
    const guessed = { name: 'sub@contractor.example', pass: 'Any9thing' }
    expect((await site.browser().post('/api/user/login', guessed)).json()).toEqual(UNRECOGNISED)
  })
})

test('A-03 the password is required', async () => {
  const answer = await site.browser().post('/api/user/login', { name: 'kim@customer.example', pass: '' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({ message: PASSWORD_MISSING, errors: { pass: PASSWORD_MISSING } })
})

describe('A-04 before-login', () => {
  test('returns success for any name, whether or not there is an account', async () => {
    const { email } = await makeAccount(site.database.db)
    const browser = site.browser()
    for (const name of [email, 'nobody@customer.example', 'nobody', '\u0000']) {
      const answer = await browser.post('/api/user/before-login', { name })
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: { message: 'success' } }])
    }
  })

  test('says where staff sign in, and reports a missing name', async () => {
    const ask = async (name: string) => {
      const answer = await site.browser().post('/api/user/before-login', { name })
      return [answer.statusCode, answer.json().data.message]
    }
    expect(await ask(`kim@${STAFF_DOMAIN}`)).toEqual([200, STAFF_AT_SIGN_IN])
    expect(await ask('')).toEqual([200, 'Please enter your Email or Username'])
  })

  // The short run covers the limit of checked addresses in throttling.test.ts.
  test.skipIf(isShort)('is not counted', async () => {
    const browser = site.browser()
    for (let time = 0; time < 50; time++) {
      const answer = await browser.post('/api/user/before-login', { name: 'often@customer.example' })
      expect(answer.statusCode).toBe(200)
    }
  })
})

describe('A-05 a failed sign-in', () => {
  test('looks and costs the same for a wrong password, an unknown name and a locked account', async () => {
    const known = await makeAccount(site.database.db)
    const locked = await makeAccount(site.database.db, { lockedAt: new Date() })
    const withoutPassword = await makeAccount(site.database.db, { passwordHash: null })
    const tries = {
      'a wrong password': { name: known.email, pass: 'Wrong9word' },
      'an unknown address': { name: 'nobody@customer.example', pass: 'Wrong9word' },
      'an unknown username': { name: 'nobody', pass: 'Wrong9word' },
      'what is no name at all': { name: 'no\u0000body\r\n@@', pass: 'Wrong9word' },
      'a locked account, even with its password': { name: locked.email, pass: locked.pass },
      'a locked account with a wrong password': { name: locked.email, pass: 'Wrong9word' },
      'an account without a password': { name: withoutPassword.email, pass: 'Wrong9word' },
    }
    for (const [title, body] of Object.entries(tries)) {
      work.length = 0
      const answer = await site.browser().post('/api/user/login', body)
      expect([answer.statusCode, answer.json()], title).toEqual([422, UNRECOGNISED])
      expect(answer.headers['set-cookie'], title).toBeUndefined()
      expect(work, title).toMatchObject([{ kind: 'verify' }])
    }
  })

  test('has the same headers, too', async () => {
    const { email } = await makeAccount(site.database.db)
    const headersOf = async (name: string) => {
      const { headers } = await site.browser().post('/api/user/login', { name, pass: 'Wrong9word' })
      return { ...headers, 'x-request-id': undefined, date: undefined }
    }
    expect(await headersOf(email)).toEqual(await headersOf('nobody@customer.example'))
  })
})

describe('Authentication: Argon2id', () => {
  test('a hash with other costs is replaced at the next sign-in', async () => {
    const weak = hashSync('Fog9 over Lisbon', { memoryCost: 4096, timeCost: 1 })
    const { uid, email, pass } = await makeAccount(site.database.db, { passwordHash: weak })
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
    const hash = await hashOf(uid)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
    expect(await hashOf(uid)).toBe(hash)
  })

  test('a wrong password replaces nothing', async () => {
    const weak = hashSync('Fog9 over Lisbon', { memoryCost: 4096, timeCost: 1 })
    const { uid, email } = await makeAccount(site.database.db, { passwordHash: weak })
    await site.browser().post('/api/user/login', { name: email, pass: 'Wrong9word' })
    expect(await hashOf(uid)).toBe(weak)
  })

  test("an account locked while its password is verified can't be entered", async () => {
    const { uid, email, pass } = await makeAccount(site.database.db)
    const locking = await site.another({
      desk: {
        passwords: {
          ...testPasswords,
          verify: async (...of) => {
            await site.database.db
              .updateTable('users')
              .set({ locked_at: new Date() })
              .where('id', '=', uid)
              .execute()
            return testPasswords.verify(...of)
          },
        },
      },
    })
    const answer = await locking.browser().post('/api/user/login', { name: email, pass })
    expect([answer.statusCode, answer.json()]).toEqual([422, UNRECOGNISED])
    await locking.stop()
  })

  async function hashOf(uid: number) {
    const user = await site.database.db
      .selectFrom('users')
      .where('id', '=', uid)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    return user.password_hash
  }
})

describe('request bodies must match the schema', () => {
  const URLS = {
    '/api/user/login': { name: 'kim@customer.example', pass: 'Any9thing' },
    '/api/user/before-login': { name: 'kim@customer.example' },
    '/api/validate-email': { method: 'sign-up', email: 'kim@customer.example' },
    '/api/user/register': { mail: [{ value: 'kim@customer.example' }], pass: [{ value: 'Any9thing' }] },
  }
  test.each(Object.entries(URLS))(
    '%s rejects lists and objects for strings, and strings for lists',
    async (url, right) => {
      for (const field of Object.keys(right)) {
        for (const wrong of [['a'], { a: 1 }, 1, true, null, { $ne: null }, 'a'.repeat(5000)]) {
          const answer = await site.browser().post(url, { ...right, [field]: wrong })
          expect(answer.statusCode, `${field} ${JSON.stringify(wrong).slice(0, 20)}`).toBe(400)
          expect(Object.keys(answer.json<{ errors: object }>().errors)[0]).toContain(field)
        }
      }
      for (const body of ['[]', '"text"', '1', '{"name":', 'null', '{"__proto__":{"a":1}}']) {
        expect((await site.browser().post(url, body)).statusCode, body).toBe(400)
      }
    },
  )

  test.each(Object.keys(URLS))(
    '%s answers 413 to a large body, and 415 to anything but JSON',
    async (url) => {
      const large = JSON.stringify({ name: 'a'.repeat(70_000) })
      expect((await site.browser().post(url, large)).statusCode).toBe(413)
      const form = await site
        .browser()
        .post(url, 'name=kim', { 'content-type': 'application/x-www-form-urlencoded' })
      expect(form.statusCode).toBe(415)
    },
  )
})
