import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endDemoAgain, sweep } from '../../src/accounts/sweep.ts'
import {
  attemptsOfAddress,
  judgeAttempts,
  refundAttempt,
  takeAttempt,
  takeAttempts,
  throttleKey,
} from '../../src/accounts/throttle/throttle.ts'
import { DEMO_IDENTITY_PATH } from '../../src/domain/account/sign-on-paths.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { spendAttempts } from '../support/throttles.ts'

const WRONG = { pass: 'Wrong9word' }

let site: AccountSite
beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())

describe('Authentication: rate limit per account', () => {
  test('A-04 after ten failures from anywhere, a name is rejected with Retry-After', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    for (let time = 0; time < 10; time++) {
      expect((await guess(site.browser(), email)).statusCode).toBe(422)
    }
    const refused = await site.browser().post('/api/user/login', { name: email, pass })
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '900',
      {
        message:
          'Too many attempts. Please try again in 15 minutes, or set a new password with "Forgot Password".',
      },
    ])
    expect((await askBefore(site.browser(), email)).statusCode).toBe(429)

    site.clock.pass(899)
    const later = await askBefore(site.browser(), email)
    expect([later.statusCode, later.headers['retry-after'], later.json().message]).toEqual([
      429,
      '1',
      'Too many attempts. Please try again in a minute, or set a new password with "Forgot Password".',
    ])
    site.clock.pass(1)
    expect((await askBefore(site.browser(), email)).json()).toEqual({ data: { message: 'success' } })
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })

  test('it is the same for an unknown name, however it is written', async () => {
    const name = `${word()}@customer.example`
    for (const written of [name, name.toUpperCase(), ` ${name}`, name.replace('@', '＠'), `\u200b${name}`]) {
      for (let time = 0; time < 2; time++) expect((await guess(site.browser(), written)).statusCode).toBe(422)
    }
    expect((await guess(site.browser(), name)).statusCode).toBe(429)
    expect((await askBefore(site.browser(), name)).statusCode).toBe(429)
  })

  test.each([
    ['a known account', true],
    ['an unknown account', false],
  ])('no other spelling of an address, here of %s, has a separate counter', async (_, isKnown) => {
    const [local, label] = [word(), `bücher${word()}`]
    const ascii = new URL(`http://${label}.example`).hostname
    if (isKnown) await makeAccount(site.database.db, { email: `${local}@${ascii}` })
    const spellings = [
      `${local}@${ascii}`,
      `${local}@${label}.example`,
      `${local}@${label.normalize('NFD')}.example`,
      `${local}@${ascii}.`,
      `${local}@${ascii.replace('.', '。')}`,
      `${local}@${ascii.replace('.', '｡')}`,
      `${local}@\u{FE00}${label}.example`,
      `${local}@${label}\u{34F}.example`,
      `${local}@${label}.exam\u{180B}ple`,
      `${local}@${label.toUpperCase()}.EXAMPLE`,
    ]
    for (const name of spellings) expect((await guess(site.browser(), name)).statusCode, name).toBe(422)
    for (const name of spellings) {
      expect((await guess(site.browser(), name)).statusCode, name).toBe(429)
      expect((await askBefore(site.browser(), name)).statusCode, name).toBe(429)
    }
  })

  test('the address and the username of one account share one counter', async () => {
    const username = `u${word()}`
    const { email } = await makeAccount(site.database.db, { username })
    for (let time = 0; time < 5; time++) {
      expect((await guess(site.browser(), email)).statusCode).toBe(422)
      expect((await guess(site.browser(), username)).statusCode).toBe(422)
    }
    for (const name of [email, username]) {
      expect((await guess(site.browser(), name)).statusCode).toBe(429)
      expect((await askBefore(site.browser(), name)).statusCode).toBe(429)
    }
  })

  test('a failure uses as many counters for an unknown name as for a known one', async () => {
    const { email } = await makeAccount(site.database.db, { username: `u${word()}` })
    const countersOf = async (name: string) => {
      const count = async () =>
        (await site.database.db.selectFrom('throttles').select('key').execute()).map(({ key }) => key)
      const before = await count()
      await guess(site.browser(), name)
      return (
        (await count())
          // The audit log counts by account and network, in one statement whether or not there is an account.
          .filter((key) => !before.includes(key) && !key.startsWith('failed-sign-in'))
          .map((key) => key.replace(/:[^:]*$/, ''))
      )
    }
    const counters = ['sign-in:account', 'sign-in:address']
    for (const name of [email, `${word()}@customer.example`, `u${word()}`, `no\u0000name ${word()}`])
      expect((await countersOf(name)).sort()).toEqual(counters)
  })

  test("failures elsewhere do not lock out the owner's known browser", async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const owner = site.browser()
    await owner.post('/api/user/login', { name: email, pass })
    for (let time = 0; time < 12; time++) await guess(site.browser(), email)
    expect((await guess(site.browser(), email)).statusCode).toBe(429)

    expect((await askBefore(owner, email)).json()).toEqual({ data: { message: 'success' } })
    expect((await owner.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })

  test("failures from the owner's own IP address don't lock out that browser either", async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const owner = site.browser({ address: '203.0.113.9' })
    await owner.post('/api/user/login', { name: email, pass })
    const neighbor = site.browser({ address: '203.0.113.9' })
    const of = { limit: THROTTLE_LIMITS.signInPerAddress, address: '203.0.113.9', now: site.clock.now }
    await spendAttempts(site.database.db, attemptsOfAddress(of), 30)
    expect((await guess(neighbor, 'nobody')).statusCode).toBe(429)
    expect((await owner.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })

  test('a known browser has ten failures of its own, which affect no one else', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const stolen = site.browser()
    await stolen.post('/api/user/login', { name: email, pass })
    for (let time = 0; time < 10; time++) expect((await guess(stolen, email)).statusCode).toBe(422)
    expect((await stolen.post('/api/user/login', { name: email, pass })).statusCode).toBe(429)
    expect((await askBefore(stolen, email)).statusCode).toBe(429)
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })

  test('a browser known to one account is unknown to all others', async () => {
    const [own, other] = [await makeAccount(site.database.db), await makeAccount(site.database.db)]
    const attacker = site.browser()
    await attacker.post('/api/user/login', { name: own.email, pass: own.pass })
    for (let time = 0; time < 10; time++) await guess(attacker, other.email)
    expect((await guess(site.browser(), other.email)).statusCode).toBe(429)
    attacker.cookies.set('__Host-candor_device', 'a'.repeat(43))
    expect((await guess(attacker, other.email)).statusCode).toBe(429)
  })

  test("successful sign-ins don't count", async () => {
    const { uid, email, pass } = await makeAccount(site.database.db)
    const ofAccount = { limit: THROTTLE_LIMITS.signInPerAccount, subject: String(uid), now: site.clock.now }
    await spendAttempts(site.database.db, [ofAccount], 9)
    for (let time = 0; time < 2; time++) {
      const answer = await site.browser().post('/api/user/login', { name: email, pass })
      expect(answer.statusCode).toBe(200)
    }
  })
})

describe('Authentication: rate limit per IP address', () => {
  const { signInPerAddress, signUpPerAddress, emailChecksPerAddress, resetPerAddress, mailsPerClient } =
    THROTTLE_LIMITS

  test('after thirty failures an address is rejected for every name, and no other address is', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    for (let time = 0; time < 30; time++) {
      expect((await guess(browser, `${word()}@customer.example`)).statusCode).toBe(422)
    }
    expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(429)
    expect((await askBefore(browser, email)).statusCode).toBe(429)
    expect((await site.browser().post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
    site.clock.pass(900)
    expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })

  test('a /64 of IPv6 counts as one address', async () => {
    const [ofAddress] = attemptsOfAddress({
      limit: signInPerAddress,
      address: '2001:db8:0:7::',
      now: site.clock.now,
    })
    await spendAttempts(site.database.db, ofAddress === undefined ? [] : [ofAddress], 29)
    const last = site.browser({ address: '2001:db8:0:7::1d' })
    expect((await guess(last, `${word()}@customer.example`)).statusCode).toBe(422)
    expect((await guess(site.browser({ address: '2001:db8:0:7:8::9' }), 'nobody')).statusCode).toBe(429)
    expect((await guess(site.browser({ address: '2001:db8:0:8::1' }), 'nobody')).statusCode).toBe(422)
  })

  test('an IPv6 /48 gets as many attempts as four addresses', async () => {
    const limit = { name: word(), attempts: 2, windowS: 60 }
    const { db } = site.database
    const kindOf = async (address: string) =>
      (await takeAttempts(db, attemptsOfAddress({ limit, address, now: site.clock.now }))).kind
    // An address over its limit uses up nothing of its network's.
    const greedy = Array.from({ length: 9 }, () => '2001:db8:5:0::1')
    const others = Array.from({ length: 7 }, (_, n) => `2001:db8:5:${n + 1}::1`)
    const kinds: string[] = []
    for (const address of [...greedy, ...others]) kinds.push(await kindOf(address))
    const [allowed, throttled] = ['allowed', 'throttled']
    expect(kinds).toEqual([
      ...[allowed, allowed, ...Array(7).fill(throttled)],
      ...[...Array(6).fill(allowed), throttled],
    ])
    expect(await kindOf('2001:db8:6::1')).toBe('allowed')
    // However many addresses follow, they leave no counters.
    const counters = async () =>
      (await db.selectFrom('throttles').where('key', 'like', `${limit.name}%`).select('key').execute()).length
    const before = await counters()
    for (let n = 100; n < 110; n++) expect(await kindOf(`2001:db8:5:${n}::1`)).toBe(throttled)
    expect(await counters()).toBe(before)
    // An IPv4 address is a network of its own.
    expect([await kindOf('192.0.2.9'), await kindOf('192.0.2.9'), await kindOf('192.0.2.9')]).toEqual([
      ...[allowed, allowed, throttled],
    ])
  })

  /** Other tests use those up to 7. */
  let networks = 0x100
  const name = () => `${word()}@customer.example`
  const signUp = () => ({ mail: [{ value: name() }], pass: [{ value: 'Fog9 over Lisbon' }] })

  test.each([
    { limit: signInPerAddress, path: '/api/user/login', body: () => ({ name: name(), ...WRONG }) },
    { limit: signInPerAddress, path: '/api/user/before-login', body: () => ({ name: name() }) },
    {
      limit: emailChecksPerAddress,
      path: '/api/validate-email',
      body: () => ({ method: 'sign-up', email: name() }),
    },
    { limit: signUpPerAddress, path: '/api/user/register', body: signUp },
    { limit: mailsPerClient, path: '/api/user/register', body: signUp },
    { limit: resetPerAddress, path: '/api/user/password', body: () => ({ email: name() }) },
    { limit: mailsPerClient, path: '/api/user/password', body: () => ({ email: name() }) },
  ])('a /48 that has used up $limit.name is refused at $path', async ({ limit, path, body }) => {
    networks += 1
    const group = networks.toString(16)
    const address = (subnet: number) => `2001:db8:${group}:${subnet}::1`
    const { db } = site.database
    const attempts = attemptsOfAddress({ limit, address: address(0), now: site.clock.now })
    await spendAttempts(db, attempts.slice(1), limit.attempts * 4)
    const refused = await site.browser({ address: address(1) }).post(path, body())
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(limit.windowS)])
    // The next one is refused from memory.
    expect((await site.browser({ address: address(2) }).post(path, body())).statusCode).toBe(429)
    expect((await site.browser().post(path, body())).statusCode).not.toBe(429)
  })

  test('A-08 thirty addresses may be checked in ten minutes', async () => {
    const address = '203.0.113.78'
    const browser = site.browser({ address })
    const check = () =>
      browser.post('/api/validate-email', { method: 'sign-up', email: `${word()}@a.example` })
    const of = { limit: emailChecksPerAddress, address, now: site.clock.now }
    await spendAttempts(site.database.db, attemptsOfAddress(of), 28)
    for (let time = 0; time < 2; time++) expect((await check()).statusCode).toBe(200)
    const refused = await check()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
    site.clock.pass(600)
    expect((await check()).statusCode).toBe(200)
  })

  test('A-09 ten accounts may be opened in an hour', async () => {
    const signUps = Array.from({ length: 11 }, (_, number) =>
      site.browser({ address: '203.0.113.77' }).post('/api/user/register', {
        mail: [{ value: `${word()}-${number}@customer.example` }],
        pass: [{ value: 'Fog9 over Lisbon' }],
      }),
    )
    const statuses = (await Promise.all(signUps)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(10).fill(200), 429])
  })
})

describe('counting', () => {
  const limit = { name: 'test', attempts: 5, windowS: 60 }

  test('works across processes, however many attempts run in parallel', async () => {
    const second = await site.another()
    const name = `${word()}@customer.example`
    const guesses = Array.from({ length: 40 }, (_, number) =>
      guess((number % 2 === 0 ? site : second).browser(), name),
    )
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    await second.stop()
  })

  test('a refund returns one attempt of the same window, and never more than were used', async () => {
    const { db } = site.database
    const attempt = { limit, subject: word(), now: site.clock.now }
    for (let time = 0; time < 5; time++) expect(await takeAttempt(db, attempt)).toEqual({ kind: 'allowed' })
    expect(await takeAttempt(db, attempt)).toEqual({
      kind: 'throttled',
      retryAfterS: 60,
      limit: 'test',
    })
    await refundAttempt(db, attempt)
    expect(await takeAttempt(db, attempt)).toEqual({ kind: 'allowed' })
    expect((await takeAttempt(db, attempt)).kind).toBe('throttled')

    const fresh = { ...attempt, subject: word() }
    await refundAttempt(db, fresh)
    await takeAttempt(db, fresh)
    for (let time = 0; time < 3; time++) await refundAttempt(db, fresh)
    for (let time = 0; time < 5; time++) expect((await takeAttempt(db, fresh)).kind).toBe('allowed')
    expect((await takeAttempt(db, fresh)).kind).toBe('throttled')
  })

  test('a window that began under a fast clock is over, and is purged', async () => {
    const { db } = site.database
    const at = (seconds: number) => new Date(site.clock.now.getTime() + seconds * 1000)
    const attempt = { limit, subject: word(), now: at(86_400) }
    for (let time = 0; time < 6; time++) await takeAttempt(db, attempt)
    // Clocks may differ by a minute.
    expect((await judgeAttempts(db, [{ ...attempt, now: at(86_340) }])).kind).toBe('throttled')
    const later = { ...attempt, now: at(0) }
    expect((await judgeAttempts(db, [later])).kind).toBe('allowed')
    for (let time = 0; time < 5; time++) expect((await takeAttempt(db, later)).kind).toBe('allowed')
    expect(await takeAttempt(db, later)).toMatchObject({ kind: 'throttled', retryAfterS: 60 })

    const ahead = { ...attempt, subject: word() }
    await takeAttempt(db, ahead)
    await sweep(db, at(0))
    const kept = db.selectFrom('throttles').where('key', '=', throttleKey(ahead))
    expect(await kept.select('key').execute()).toEqual([])
  })

  test('no counter stores a typed name', async () => {
    const name = `${word()}@customer.example`
    await guess(site.browser(), name)
    const rows = await site.database.db.selectFrom('throttles').select('key').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(name.split('@')[0])
  })
})

test('expired counters, sessions, links and year-old browsers are purged', async () => {
  const { db } = site.database
  const { uid, email, pass } = await makeAccount(db)
  const browser = site.browser()
  await browser.post('/api/user/login', { name: email, pass })
  await guess(site.browser(), email)
  const tokenHash = randomBytes(32)
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: tokenHash,
      user_id: uid,
      purpose: 'verify-email',
      created_at: site.clock.now,
      expires_at: new Date(site.clock.now.getTime() + 3_600_000),
    })
    .execute()
  const left = async () => {
    const of = (table: 'sessions' | 'one_time_tokens' | 'known_devices') =>
      db.selectFrom(table).where('user_id', '=', uid).select('user_id').execute()
    return [
      (await of('sessions')).length,
      (await of('one_time_tokens')).length,
      (await of('known_devices')).length,
    ]
  }

  await sweep(db, site.clock.now)
  expect(await left()).toEqual([1, 1, 1])
  const hours = (count: number) => new Date(site.clock.now.getTime() + count * 3_600_000)
  await sweep(db, hours(1.5))
  expect(await left()).toEqual([1, 0, 1])
  await sweep(db, hours(2.5))
  expect(await left()).toEqual([0, 0, 1])
  await sweep(db, hours(25))
  expect(await db.selectFrom('throttles').select('key').execute()).toEqual([])
  expect(await left()).toEqual([0, 0, 1])
  await sweep(db, hours(366 * 24))
  expect(await left()).toEqual([0, 0, 0])
  expect(await db.selectFrom('users').where('id', '=', uid).select('id').execute()).toHaveLength(1)
})

test('credentials of returned demo identities are revoked, and the count is logged', async () => {
  const { db } = site.database
  const { uid } = await makeStaffMember(db, { roles: ['trust_admin'] })
  await db
    .updateTable('users')
    .set({ oidc_issuer: `https://trust.example${DEMO_IDENTITY_PATH}` })
    .where('id', '=', uid)
    .execute()
  const events: unknown[] = []
  const again = { db, clock: () => site.clock.now, onDemoEnded: (ended: unknown) => events.push(ended) }
  await endDemoAgain(again)
  const ended = { sessions: 0, tokens: 0, roles: 1, channels: 0, subscriptions: 0, calendars: 0 }
  expect(events).toEqual([ended])
  const entries = () =>
    db.selectFrom('audit_log').where('entity', '=', 'demo').select(['actor', 'action', 'after']).execute()
  expect(await entries()).toEqual([{ actor: 'system', action: 'end-credentials', after: ended }])

  await endDemoAgain(again)
  expect(events).toHaveLength(1)
  expect(await entries()).toHaveLength(1)
})

function guess(browser: TestBrowser, name: string) {
  return browser.post('/api/user/login', { name, ...WRONG })
}

function askBefore(browser: TestBrowser, name: string) {
  return browser.post('/api/user/before-login', { name })
}

function word() {
  return randomBytes(6).toString('hex')
}
