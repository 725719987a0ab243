import type { LightMyRequestResponse } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStaffLink } from '../../src/accounts/staff-link/make-staff-link.ts'
import { subjectOfName } from '../../src/accounts/throttle/subject-of-name.ts'
import { attemptsOfAddress } from '../../src/accounts/throttle/throttle.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { eventually } from '../support/eventually.ts'
import { leaving } from '../support/leaving.ts'
import { makeAccount } from '../support/make-account.ts'
import { spendAttempts } from '../support/throttles.ts'

const FLOOD = sized({ short: 200, long: 3_000 })
const AT_ONCE = 'Too many requests at once from your network. Please try again in a moment.'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

test('an address that floods the sign-in blocks only itself', async () => {
  const { db } = site.database
  const account = await makeAccount(db)
  const reader = await (await leaving(site)).reader()
  const { now } = site.clock
  const made = await makeStaffLink(db, { role: 'trust_admin', minutes: 30, publicUrl: SITE, now })
  const greedy = { address: '203.0.113.66' }
  const answers: LightMyRequestResponse[] = []
  const flood = Array.from({ length: FLOOD }, async (_, number) => {
    const guess = { name: `nobody-${number}@customer.example`, pass: `Wrong9word ${number}` }
    answers.push(await site.browser(greedy).post('/api/user/login', guess))
  })
  await eventually(() => expect(answers.some(({ statusCode }) => statusCode !== 422)).toBe(true))

  const other = site.browser()
  const { email: name, pass } = account
  expect((await other.post('/api/user/before-login', { name })).json()).toEqual({
    data: { message: 'success' },
  })
  expect((await other.post('/api/user/login', { name, pass })).statusCode).toBe(200)
  expect((await other.post('/api/user/details')).statusCode).toBe(200)
  const token = made.kind === 'made' ? new URL(made.link).searchParams.get('token') : ''
  expect((await site.browser().post('/api/user/staff-link', { token })).statusCode).toBe(200)
  // Unsubscribing has its own queue, so even the flooding address may.
  const about = { token: reader.token }
  expect((await site.browser(greedy).post('/api/unsubscribe/about', about)).statusCode).toBe(200)
  const leave = { ...about, from: 'everything' }
  expect((await site.browser().post('/api/unsubscribe', leave)).statusCode).toBe(200)

  await Promise.all(flood)
  // On a machine slower than the flood, requests in the flooding client's own queue time out (503).
  const others = answers.filter(({ statusCode }) => ![422, 429, 503].includes(statusCode))
  expect(others.map(({ statusCode }) => statusCode)).toEqual([])
  const refused = answers.filter(({ body }) => body.includes(AT_ONCE))
  expect(refused.length).toBeGreaterThan(FLOOD / 2)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('a blocked address or name is rejected from memory', async () => {
  const { db } = site.database
  let statements = 0
  const watched = await site.another({
    desk: { db: db.withPlugin(countingPlugin(() => statements++)) },
  })
  const guess = (address: string, name: string) =>
    watched.browser({ address }).post('/api/user/login', { name, pass: 'Wrong9word' })
  const { signInPerAddress, signInPerAccount } = THROTTLE_LIMITS
  const { now } = site.clock
  const name = 'guessed@customer.example'
  const ofAddress = attemptsOfAddress({ limit: signInPerAddress, address: '203.0.113.67', now })
  await spendAttempts(db, ofAddress, signInPerAddress.attempts - 1)
  const ofName = { limit: signInPerAccount, subject: subjectOfName(name), now }
  await spendAttempts(db, [ofName], signInPerAccount.attempts - 1)
  expect((await guess('203.0.113.67', 'somebody@customer.example')).statusCode).toBe(422)
  expect((await guess('203.0.113.100', name)).statusCode).toBe(422)
  const first = [
    await guess('203.0.113.67', 'kim@customer.example'),
    await guess('203.0.113.120', 'guessed@customer.example'),
  ]
  expect(statements).toBeGreaterThan(0)
  statements = 0
  const again = [
    await guess('203.0.113.67', 'another@customer.example'),
    await guess('203.0.113.121', 'GUESSED@customer.example'),
  ]
  expect(statements).toBe(0)
  for (const [at, { statusCode, headers, body }] of again.entries()) {
    expect([statusCode, headers['retry-after'], body]).toEqual([
      first[at]?.statusCode,
      first[at]?.headers['retry-after'],
      first[at]?.body,
    ])
    expect(statusCode).toBe(429)
  }
  expect((await guess('203.0.113.122', 'another@customer.example')).statusCode).toBe(422)
  watched.clock.pass(900)
  expect((await guess('203.0.113.67', 'another@customer.example')).statusCode).toBe(422)
  await watched.stop()
})

function countingPlugin(count: () => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      count()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
