import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'

const PASS = 'Fog9 over Lisbon'
const ASKED = {
  data: { message: 'If there is an account for this address, we sent a link to set a new password.' },
}

let site: AccountSite
let victim: string

beforeAll(async () => {
  site = await accountSite()
})

beforeEach(() => {
  victim = `${randomBytes(6).toString('hex')}@customer.example`
})

afterAll(() => site.stop())

describe('mails that strangers can trigger', () => {
  test('are limited to three per hour and mailbox in total, with unchanged answers', async () => {
    const stranger = site.browser()
    const signedUp = await stranger.post('/api/user/register', {
      mail: [{ value: victim }],
      pass: [{ value: PASS }],
    })
    expect(signedUp.statusCode).toBe(200)
    for (let time = 0; time < 3; time++) expect((await askForReset(victim)).json()).toEqual(ASKED)
    expect(await queued()).toEqual(['reset-password', 'reset-password', 'verify-email'])

    // The owner is informed about the limit, because they wait for the mail.
    const again = await stranger.post('/api/resend/verification')
    expect([again.statusCode, again.headers['retry-after']]).toEqual([429, '3600'])

    const people = ownAccounts(site)
    const { account, browser } = await people.newcomer()
    const wanted = victim.replace('@', '+news@')
    const change = await people.askForEmail(account, browser, wanted)
    // Here the user is informed, too, because no link will come.
    expect([change.statusCode, change.headers['retry-after']]).toEqual([429, '3600'])
    expect(await queued()).toHaveLength(3)

    site.clock.pass(3_600)
    await askForReset(victim)
    expect(await queued()).toHaveLength(4)
  })

  test('A-16 leave the owner one password reset, even if others use up the three', async () => {
    await makeAccount(site.database.db, { email: victim })
    for (const tag of ['a', 'b', 'c', 'd']) await askForReset(victim.replace('@', `+${tag}@`))
    for (let time = 0; time < 3; time++) await askForReset(victim)
    const links = await site.database.db
      .selectFrom('account_mails')
      .where('email', '=', victim)
      .where('kind', '=', 'reset-password')
      .select('id')
      .execute()
    expect(links).toHaveLength(1)
  })

  test('do not count against notices to the owner', async () => {
    const { uid, email } = await makeAccount(site.database.db, { email: victim })
    for (let time = 0; time < 4; time++) await askForReset(email)
    const browser = await ownAccounts(site).signedIn({ uid, email, pass: PASS })
    const changed = await browser.post(`/api/user/${uid}/password`, {
      current: PASS,
      pass: 'Rain7 over Porto',
    })
    expect(changed.statusCode).toBe(200)
    expect(await queued()).toContain('password-changed')
  })

  // The short run covers the same limit in follow.test.ts.
  test.skipIf(isShort)('are limited to twenty per hour and client address in total', async () => {
    const address = '203.0.113.90'
    const statuses: number[] = []
    for (let time = 0; time < 10; time++) {
      const asked = await site.browser({ address }).post('/api/user/password', { email: `${time}-${victim}` })
      const signUp = { mail: [{ value: `new-${time}-${victim}` }], pass: [{ value: PASS }] }
      const signedUp = await site.browser({ address }).post('/api/user/register', signUp)
      statuses.push(asked.statusCode, signedUp.statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { uid, email, pass } = await makeAccount(site.database.db)
    const browser = site.browser({ address })
    await browser.post('/api/user/login', { name: email, pass })
    const refused = await browser.post(`/api/user/${uid}/email`, { email: victim, pass })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(await queued()).toEqual([])
  })
})

test("A-17 an unverified address can't be changed: no stranger gets mail", async () => {
  const account = await makeAccount(site.database.db, { email: victim, isVerified: false })
  const people = ownAccounts(site)
  const browser = await people.signedIn(account)
  const wanted = `own-${victim}`
  const answer = await people.askForEmail(account, browser, wanted)
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { email: 'Please verify your current email address first' },
  ])
  expect((await people.settings(account, browser)).pending_email).toBeNull()
})

test('A-17 changing the password again and again fills no mailbox that is not proven to be the own', async () => {
  const account = await makeAccount(site.database.db, { email: victim, isVerified: false })
  const browser = await ownAccounts(site).signedIn(account)
  const passwords = [PASS, ...Array.from({ length: 4 }, (_, n) => `Rain${n} over Porto`)]
  for (const [at, pass] of passwords.slice(1).entries()) {
    const current = passwords[at] ?? ''
    const changed = await browser.post(`/api/user/${account.uid}/password`, { current, pass })
    expect(changed.statusCode).toBe(200)
  }
  expect(await queued()).toEqual([])
})

function askForReset(email: string) {
  return site.browser().post('/api/user/password', { email })
}

async function queued() {
  const mailbox = victim.split('@')[0] ?? ''
  const rows = await site.database.db
    .selectFrom('account_mails')
    .where('email', 'like', `${mailbox}%`)
    .select('kind')
    .execute()
  return rows.map(({ kind }) => kind).sort()
}
