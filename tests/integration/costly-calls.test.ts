import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { eventually } from '../support/eventually.ts'
import { makeAccount } from '../support/make-account.ts'
import { addSmallSite } from '../support/small-site.ts'
import { testConfig } from '../support/test-app.ts'

const DRY_RUN = '/api/subscriptions/dry-run'

let site: AccountSite
let slow: AccountSite
let gate: ReturnType<typeof heldResults>

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  await addSmallSite(site.database.db)
})

beforeEach(async () => {
  const held = heldResults()
  gate = held
  slow = await site.another({ delivery: { db: site.database.db.withPlugin(held.plugin) } })
})

afterEach(async () => {
  gate.open()
  await slow.stop()
})

afterAll(() => site.stop())

test('an account has one estimate at a time; a few more wait, and the rest get 429 with Retry-After', async () => {
  const browser = await signedIn()
  const answers = Array.from({ length: 5 }, () => browser.post(DRY_RUN))
  const answered: Awaited<(typeof answers)[number]>[] = []
  for (const answer of answers) void answer.then((each) => answered.push(each))
  await eventually(() => expect(answered).toHaveLength(2))
  for (const refused of answered) {
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { message: 'Your earlier requests are still being answered. Please try again in a moment.' },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(gate.begun).toBeLessThanOrEqual(1)
  gate.open()
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429])
})

test.skipIf(isShort)("accounts with waiting calls don't block others", async () => {
  const greedy = await Promise.all(Array.from({ length: 5 }, () => signedIn()))
  const waiting = greedy.flatMap((browser) => [browser.post(DRY_RUN), browser.post(DRY_RUN)])
  await eventually(() => expect(gate.begun).toBe(2))
  const other = await signedIn()
  // The limit on simultaneous calls: all ten would take every slot for signed-in users.
  for (let time = 0; time < 8; time++) expect((await other.post('/api/user/details')).statusCode).toBe(200)
  gate.open()
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a process with two database connections runs one long call at a time', async () => {
  const few = await site.another({
    config: { scale: { ...testConfig().scale, workers: 20 } },
    delivery: { db: site.database.db.withPlugin(gate.plugin) },
  })
  const [one, other] = [await signedIn(few), await signedIn(few)]
  const answers = [one.post(DRY_RUN), other.post(DRY_RUN)]
  await eventually(() => expect(gate.begun).toBe(1))
  expect((await other.post('/api/user/details')).statusCode).toBe(200)
  expect(gate.begun).toBe(1)
  gate.open()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await few.stop()
})

test.skipIf(isShort)('an account has thirty estimates a minute', async () => {
  gate.open()
  const browser = await signedIn()
  for (let time = 0; time < 30; time++) expect((await browser.post(DRY_RUN)).statusCode).toBe(200)
  const refused = await browser.post(DRY_RUN)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '60',
    { message: 'Too many attempts. Please try again in a minute.' },
  ])
  expect((await (await signedIn()).post(DRY_RUN)).statusCode).toBe(200)
  site.clock.pass(60)
  expect((await browser.post(DRY_RUN)).statusCode).toBe(200)
})

test('publishing and record steps are not limited', () => {
  const limited = Object.entries(calls).filter(([, { cost }]) => cost !== undefined)
  const steps = /publish|updates|resolve|reopen|start|postpone|cancel|draft|schedule$/
  expect(limited.filter(([name]) => steps.test(name)).map(([name]) => name)).toEqual([])
  expect(limited.map(([name]) => name)).toContain('POST /api/subscriptions/dry-run')
})

async function signedIn(at = slow) {
  const { email: name, pass } = await makeAccount(site.database.db)
  const browser = at.browser()
  expect((await browser.post('/api/user/login', { name, pass })).statusCode).toBe(200)
  return browser
}

function heldResults() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = {
    begun: 0,
    open: () => open(),
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        held.begun++
        await opened
        return result
      },
    } satisfies KyselyPlugin,
  }
  return held
}
