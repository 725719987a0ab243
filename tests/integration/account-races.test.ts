import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOldPassword } from '../../src/accounts/forget-old-password.ts'
import { makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import {
  type ClaimedMail,
  claimAccountMail,
  holdAccountMail,
  holdMailAccount,
  queueAccountMail,
} from '../../src/db/account-mails.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { voidOneTimeTokens } from '../../src/db/one-time-tokens.ts'
import { holdAddress } from '../../src/db/own-account.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { PROVIDER } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { linkFor } from '../support/posted-form.ts'
import { testPasswords } from '../support/test-accounts.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

const NEW_EMAIL = 'new-address@customer.example'

let site: AccountSite
let people: ReturnType<typeof ownAccounts>
beforeAll(async () => {
  site = await accountSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

describe('A-17 a password changed while the old one is being checked', () => {
  test.each([
    ['email', (pass: string) => ({ email: NEW_EMAIL, pass })],
    // Both ask the same check.
    ...sized<[string, (pass: string) => object][]>({ short: [], long: [['delete', (pass) => ({ pass })]] }),
  ])('wins: the old one is too late for …/%s', async (path, bodyOf) => {
    const { account, browser } = await people.newcomer()
    const racing = await site.another({
      desk: {
        passwords: {
          ...testPasswords,
          verify: async (...of) => {
            const isRight = await testPasswords.verify(...of)
            await setAnotherPassword(account)
            return isRight
          },
        },
      },
    })
    const late = racing.browser()
    for (const [name, value] of browser.cookies) late.cookies.set(name, value)
    const answer = await late.post(`/api/user/${account.uid}/${path}`, bodyOf(account.pass))
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { pass: 'This is not your current password' },
    ])
    expect(await mailsOf(account)).toEqual([])
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
    await racing.stop()
  })
})

describe('A-17 an address change that is voided while its mail is being prepared', () => {
  test('creates no link', async () => {
    const { account, claimed } = await changeOnItsWay()
    await site.database.db
      .transaction()
      .execute((trx) => forgetOldPassword(trx, { userId: account.uid, now: site.clock.now }))
    expect(await prepare(claimed)).toBeUndefined()
    expect(await openLinks(account)).toEqual([])
  })

  test('creates no link even if the voiding has only begun', async () => {
    const { account, claimed } = await changeOnItsWay()
    let preparing: ReturnType<typeof prepare> | undefined
    await site.database.db.transaction().execute(async (trx) => {
      await forgetOldPassword(trx, { userId: account.uid, now: site.clock.now })
      preparing = prepare(claimed)
      await untilSomeoneWaits(site.database.db)
    })
    expect(await preparing).toBeUndefined()
    expect(await openLinks(account)).toEqual([])
  })

  test('voids a link that was created a moment before', async () => {
    const { account, claimed } = await changeOnItsWay()
    const reset = new URL(await linkFor(site, 'reset-password', account), SITE).searchParams.get('token')
    let setting: ReturnType<TestBrowser['post']> | undefined
    await site.database.db.transaction().execute(async (trx) => {
      await holdMailAccount(trx, claimed)
      await holdAccountMail(trx, claimed)
      const of = { purpose: 'change-email', userId: account.uid, email: claimed.email } as const
      await makeOneTimeLink(trx, { ...of, publicUrl: SITE, now: site.clock.now })
      const body = { token: reset, pass: 'Rain7 over Porto' }
      setting = site.browser().post('/api/user/password/reset', body)
      await untilSomeoneWaits(site.database.db)
    })
    expect((await setting)?.statusCode).toBe(200)
    expect(await openLinks(account)).toEqual([])
  })
})

test.each([
  ['verify-email', '/api/user/verify'],
  ['reset-password', '/api/user/password/reset'],
  ['change-email', '/api/user/email/confirm'],
] as const)('a %s link used while it is being voided is dead, without a deadlock', async (purpose, path) => {
  const account = await makeAccount(site.database.db)
  const email = purpose === 'change-email' ? `${account.uid}.new@customer.example` : account.email
  const link = await linkFor(site, purpose, { uid: account.uid, email })
  const token = new URL(link, SITE).searchParams.get('token')
  let using: ReturnType<TestBrowser['post']> | undefined
  await site.database.db.transaction().execute(async (trx) => {
    await holdAddress(trx, account.uid)
    using = site.browser().post(path, { token, pass: 'Rain7 over Porto' })
    await untilSomeoneWaits(site.database.db)
    await voidOneTimeTokens(trx, { userId: account.uid, purposes: [purpose], now: site.clock.now })
  })
  expect((await using)?.statusCode).toBe(422)
})

async function changeOnItsWay() {
  await site.database.db.deleteFrom('account_mails').execute()
  const account = await makeAccount(site.database.db)
  const { now } = site.clock
  const queued = { kind: 'change-email', email: NEW_EMAIL, userId: account.uid, now } as const
  await queueAccountMail(site.database.db, queued)
  const leasedUntil = new Date(now.getTime() + 60_000)
  const claimed = await claimAccountMail(site.database.db, { now, leasedUntil })
  if (claimed === undefined) throw new Error('There is nothing to claim.')
  return { account, claimed }
}

function prepare(claimed: ClaimedMail) {
  const of = {
    vault: OPEN_VAULT,
    site: { provider: PROVIDER, publicUrl: SITE, isGov: false },
    now: site.clock.now,
  }
  return prepareAccountMail(site.database.db, claimed, of)
}

async function setAnotherPassword({ uid }: TestAccount) {
  const hash = await testPasswords.hash('Rain7 over Porto')
  await site.database.db.updateTable('users').set({ password_hash: hash }).where('id', '=', uid).execute()
}

function mailsOf({ uid }: TestAccount) {
  return site.database.db.selectFrom('account_mails').where('user_id', '=', uid).selectAll().execute()
}

function openLinks({ uid }: TestAccount) {
  return site.database.db
    .selectFrom('one_time_tokens')
    .where('user_id', '=', uid)
    .where('used_at', 'is', null)
    .select('purpose')
    .execute()
}
