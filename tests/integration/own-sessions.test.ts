import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnSessions } from '../../src/contract/own-account.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import type { TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { spendAttempts } from '../support/throttles.ts'

let site: AccountSite
let people: ReturnType<typeof ownAccounts>

beforeAll(async () => {
  site = await accountSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

describe('A-17 sessions', () => {
  test('are listed with their origin, newest first', async () => {
    const { account, browser } = await people.newcomer()
    site.clock.pass(60)
    const other = site.browser({ address: '2001:db8::7' })
    await other.post('/api/user/login', { name: account.email, pass: account.pass }, { 'user-agent': 'Lynx' })
    const [newest, oldest, ...rest] = await people.sessions(account, browser)
    expect(rest).toEqual([])
    expect(newest).toMatchObject({
      address: '2001:db8::7',
      user_agent: 'Lynx',
      opened_by: 'password',
      is_current: false,
      opened_at: site.clock.now.toISOString(),
    })
    expect(oldest).toMatchObject({ is_current: true, address: expect.stringMatching(/^198\.51\./) })
  })

  test('can be ended by ID', async () => {
    const { account, browser } = await people.newcomer()
    const [first, second] = [await people.signedIn(account), await people.signedIn(account)]
    const [current] = await people.sessions(account, first)
    const { id } = (await people.sessions(account, second)).find(({ is_current }) => is_current) ?? { id: 0 }
    expect(current).toBeDefined()
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`, { id })
    expect(answer.json<OwnSessions>().data).toHaveLength(2)
    expect((await second.post('/api/user/details')).statusCode).toBe(401)
    expect((await first.post('/api/user/details')).statusCode).toBe(200)
  })

  test.each([
    ['its session is ended', true],
    ['all other sessions are ended', false],
  ])('a signed-out browser loses its trusted status when %s', async (_, isOne) => {
    const { account, browser } = await people.newcomer()
    const thief = await people.signedIn(account)
    const [{ id } = { id: 0 }] = (await people.sessions(account, browser)).filter((each) => !each.is_current)
    await browser.post(`/api/user/${account.uid}/sessions/end`, isOne ? { id } : {})
    await guessed(account)
    const name = account.email
    expect((await thief.post('/api/user/login', { name, pass: 'Guess9x' })).statusCode).toBe(429)
    expect((await browser.post('/api/user/login', { name, pass: account.pass })).statusCode).toBe(200)
  })

  test("another user's session ID revokes no trust", async () => {
    const { account, browser } = await people.newcomer()
    const phone = await people.signedIn(account)
    await browser.post(`/api/user/${account.uid}/sessions/end`, { id: 2_000_000_000 })
    await guessed(account)
    const body = { name: account.email, pass: account.pass }
    expect((await phone.post('/api/user/login', body)).statusCode).toBe(200)
  })

  test("all others are ended immediately, and no other user's", async () => {
    const { account, browser } = await people.newcomer()
    const stranger = await people.newcomer()
    const others = [await people.signedIn(account), await people.signedIn(account)]
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`)
    expect(answer.json<OwnSessions>().data).toMatchObject([{ is_current: true }])
    for (const other of others) expect((await other.post('/api/user/details')).statusCode).toBe(401)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test("another user's session is not ended, whatever the ID", async () => {
    const { account, browser } = await people.newcomer()
    const stranger = await people.newcomer()
    const [{ id } = { id: 0 }] = await people.sessions(stranger.account, stranger.browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(200)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('the current one is ended by signing out', async () => {
    const { account, browser } = await people.newcomer()
    const [{ id } = { id: 0 }] = await people.sessions(account, browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(422)
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })
})

/** As after ten wrong guesses of strangers: only browsers that the account knows may still try. */
function guessed({ uid }: TestAccount) {
  const attempt = {
    limit: THROTTLE_LIMITS.signInPerAccount,
    subject: String(uid),
    now: site.clock.now,
  }
  return spendAttempts(site.database.db, [attempt], attempt.limit.attempts)
}
