import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../../src/accounts/sweep.ts'
import { linkIn, tokenIn } from '../support/mail-server.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'

const VERIFIED_BEFORE = { message: 'Your email address is already verified. There is nothing left to do.' }
const DEAD_LINK = { message: 'This link has expired or was already used. Please ask for a new one.' }
const VERIFIED = { data: { message: 'Your email address is verified.', ends_password: false } }

let site: MailedSite

beforeAll(async () => {
  site = await mailedSite()
})
afterAll(() => site.stop())

describe('A-11 verification', () => {
  test('signing up sends a link that verifies the address, once', async () => {
    const browser = site.browser()
    const email = 'ada@customer.example'
    await browser.post('/api/user/register', {
      mail: [{ value: email }],
      pass: [{ value: 'Fog9 over Lisbon' }],
    })
    const token = tokenIn(await site.server.mailTo(email))
    expect(await verifiedAt(email)).toBeNull()

    const somebody = site.browser()
    expect((await somebody.post('/api/user/verify', { token })).json()).toEqual(VERIFIED)
    expect(await verifiedAt(email)).toEqual(site.clock.now)
    const again = await somebody.post('/api/user/verify', { token })
    expect([again.statusCode, again.json()]).toEqual([422, VERIFIED_BEFORE])
  })

  test('of two simultaneous uses of a link, one gets the answer that it is used', async () => {
    const { token } = await resent(await unverified())
    const answers = await Promise.all([1, 2].map(() => site.browser().post('/api/user/verify', { token })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('the link works for 24 hours', async () => {
    const first = await resent(await unverified())
    const second = await resent(await unverified())
    site.clock.pass(86_399)
    expect((await site.browser().post('/api/user/verify', { token: first.token })).statusCode).toBe(200)
    site.clock.pass(1)
    const late = await site.browser().post('/api/user/verify', { token: second.token })
    expect([late.statusCode, late.json()]).toEqual([422, DEAD_LINK])
    expect(await verifiedAt(second.email)).toBeNull()
  })

  test('earlier links work until one of them is used', async () => {
    const account = await unverified()
    const first = await resent(account)
    const second = await resent(account, 2)
    expect(second.token).not.toBe(first.token)
    expect((await site.browser().post('/api/user/verify', { token: first.token })).statusCode).toBe(200)
    const late = await site.browser().post('/api/user/verify', { token: second.token })
    expect([late.statusCode, late.json()]).toEqual([422, VERIFIED_BEFORE])
  })

  test('an unconfirmed account is deleted after 30 unused days, unless it is locked', async () => {
    const { db } = site.database
    const [verified, unconfirmed, locked] = [
      await makeAccount(db),
      await unverified(),
      await makeAccount(db, { isVerified: false, lockedAt: new Date() }),
    ]
    const left = async () =>
      (await db.selectFrom('users').select('id').orderBy('id').execute())
        .map(({ id }) => id)
        .filter((id) => [verified, unconfirmed, locked].some(({ uid }) => uid === id))
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    await sweep(db, days(29))
    expect(await left()).toEqual([verified.uid, unconfirmed.uid, locked.uid])
    await sweep(db, days(31))
    expect(await left()).toEqual([verified.uid, locked.uid])
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'entity'])
        .where('entity_id', '=', String(unconfirmed.uid))
        .execute(),
    ).toEqual([{ action: 'delete-account', entity: 'user' }])
  })

  test('it verifies only the address it was sent to', async () => {
    const account = await unverified()
    const { token } = await resent(account)
    const email = 'changed-since@customer.example'
    await site.database.db.updateTable('users').set({ email }).where('id', '=', account.uid).execute()
    expect((await site.browser().post('/api/user/verify', { token })).statusCode).toBe(422)
    expect(await verifiedAt(email)).toBeNull()
  })

  test('a link for something else verifies nothing', async () => {
    const account = await unverified()
    await site.browser().post('/api/user/password', { email: account.email })
    const token = tokenIn(await site.server.mailTo(account.email))
    expect((await site.browser().post('/api/user/verify', { token })).statusCode).toBe(422)
    expect(await verifiedAt(account.email)).toBeNull()
  })

  test.each(['', 'guess', 'x'.repeat(43), "' or 1=1 --"])('"%s" is not a valid link', async (token) => {
    const answer = await site.browser().post('/api/user/verify', { token })
    expect([answer.statusCode, answer.json()]).toEqual([422, DEAD_LINK])
  })

  test('a locked account is unchanged', async () => {
    const account = await unverified()
    const { token } = await resent(account)
    const locked = { locked_at: site.clock.now }
    await site.database.db.updateTable('users').set(locked).where('id', '=', account.uid).execute()
    expect((await site.browser().post('/api/user/verify', { token })).statusCode).toBe(422)
    expect(await verifiedAt(account.email)).toBeNull()
  })
})

describe('A-11 resending it', () => {
  test("works for one's own session only", async () => {
    expect((await site.browser().post('/api/resend/verification')).statusCode).toBe(401)
    const [own, other] = [await unverified(), await unverified()]
    const browser = await signedIn(own)
    const answer = await browser.post('/api/resend/verification', { email: other.email, uid: other.uid })
    expect(answer.json()).toEqual({
      data: { message: 'We sent the verification email again. Please check your inbox.' },
    })
    await site.server.mailTo(own.email)
    expect(site.server.mails.filter(({ envelope }) => envelope.to.includes(other.email))).toEqual([])
  })

  test('A-18 needs the CSRF token', async () => {
    const browser = await signedIn(await unverified())
    const answer = await browser.post('/api/resend/verification', {}, { 'x-csrf-token': undefined })
    expect(answer.statusCode).toBe(403)
  })

  test('is limited to three times an hour', async () => {
    const account = await unverified()
    const browser = await signedIn(account)
    for (const count of [1, 2, 3]) {
      expect((await browser.post('/api/resend/verification')).statusCode).toBe(200)
      await site.server.mailTo(account.email, count)
    }
    const answer = await browser.post('/api/resend/verification')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000)
    site.clock.pass(3_600)
    expect((await browser.post('/api/resend/verification')).statusCode).toBe(200)
  })

  test('says so when there is nothing left to verify', async () => {
    const account = await makeAccount(site.database.db)
    const answer = await (await signedIn(account)).post('/api/resend/verification')
    expect(answer.json()).toEqual({ data: { message: 'Your email address is already verified.' } })
  })

  test('a forged Host changes no link', async () => {
    const account = await unverified()
    const browser = await signedIn(account)
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await browser.post('/api/resend/verification', {}, forged)).statusCode).toBe(200)
    const mail = await site.server.mailTo(account.email)
    expect(linkIn(mail).origin).toBe('https://trust.northwall.example')
    expect(mail.raw).not.toContain('evil.example')
  })
})

function unverified() {
  return makeAccount(site.database.db, { isVerified: false })
}

async function signedIn({ email, pass }: TestAccount) {
  const browser = site.browser()
  expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  return browser
}

async function resent(account: TestAccount, count = 1) {
  await (await signedIn(account)).post('/api/resend/verification')
  return { ...account, token: tokenIn(await site.server.mailTo(account.email, count)) }
}

async function verifiedAt(email: string) {
  const user = await site.database.db
    .selectFrom('users')
    .where('email', '=', email)
    .select('email_verified_at')
    .executeTakeFirstOrThrow()
  return user.email_verified_at
}
