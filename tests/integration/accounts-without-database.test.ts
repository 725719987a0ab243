import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountsAt } from '../../src/accounts/accounts.ts'
import { makePasswords } from '../../src/accounts/passwords/passwords.ts'
import { type Connection, connect } from '../../src/db/connect.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort, sized } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { editionOf } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { makeAccount } from '../support/make-account.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'
import { type TestBrowser, testBrowser } from '../support/test-browser.ts'

const LOST = { message: 'We can’t do this right now. Please try again in a few minutes.' }
const FOR_ANYONE = {
  '/api/user/before-login': { name: 'kim@customer.example' },
  '/api/user/login': { name: 'kim@customer.example', pass: 'Any9thing' },
  '/api/validate-email': { method: 'sign-up', email: 'kim@customer.example' },
  '/api/user/register': { mail: [{ value: 'kim@customer.example' }], pass: [{ value: 'Fog9 over Lisbon' }] },
}

const LONGER_THAN_READERS_WAIT_MS = 1_500

let database: TestDatabase
let proxy: DatabaseProxy
let connection: Connection
let site: TestApp
let browser: TestBrowser

beforeAll(async () => {
  database = await testDatabase('demo')
  proxy = await proxyDatabase(database.url)
  connection = connect(proxy.url)
  // The edition holder has not noticed yet.
  const holder = standingHolder(new Date())
  holder.hold(await editionOf(database.db))
  const accounts = accountsAt(testAccounts(connection.db).desk, { actWithinMs: 500 })
  site = await testApp({ holder, accounts })
})

beforeEach(async () => {
  proxy.mend()
  const { email, pass } = await makeAccount(database.db)
  browser = testBrowser(site.app, { address: '192.0.2.1', origin: SITE })
  await eventually(async () => {
    expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  })
})

afterAll(async () => {
  await site.app.close()
  await connection.close()
  await proxy.stop()
  await database.drop()
})

describe.each(['cut', 'freeze'] as const)('a lost database (%s) gives 503 and Retry-After', (how) => {
  // All use the same code path; how a database is lost matters for one of them.
  const forAnyone = Object.entries(FOR_ANYONE)
  const asked = how === 'cut' ? forAnyone : sized({ short: forAnyone.slice(1, 2), long: forAnyone })
  test.each(asked)('%s', async (url, body) => {
    proxy[how]()
    const answer = await browser.post(url, body)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '5', LOST])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  const own = ['/api/user/details', '/api/user/activity']
  test.each(how === 'cut' ? own : sized({ short: own.slice(1), long: own }))('%s', async (url) => {
    proxy[how]()
    const answer = await browser.post(url)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '5', LOST])
  })

  test("A-12 signing out still clears the browser's cookies", async () => {
    const token = browser.cookies.get('logout_token')
    proxy[how]()
    expect((await browser.post(`/user/logout?token=${token}`)).statusCode).toBe(503)
    expect([...browser.cookies.keys()]).toEqual(['__Host-candor_device'])
  })
})

test('is logged as a database failure, not as an error of ours', async () => {
  proxy.cut()
  await browser.post('/api/user/login', FOR_ANYONE['/api/user/login'])
  expect(site.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(site.log.filter(({ level }) => level === 40).map(({ msg }) => msg)).toContain(
    'The database failed a request',
  )
})

test('Authentication: a full password queue gives 503 and Retry-After, and readers are still served', async () => {
  const passwords = makePasswords({ longestLine: 0 })
  const holder = standingHolder(new Date())
  holder.hold(await editionOf(database.db))
  const flooded = await testApp({ holder, accounts: testAccounts(database.db, { passwords }) })
  const visitor = testBrowser(flooded.app, { address: '192.0.2.2', origin: SITE })
  const answer = await visitor.post('/api/user/login', { name: 'kim@customer.example', pass: 'Any9thing' })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    { message: 'Many people are signing in right now. Please try again in a moment.' },
  ])
  expect((await visitor.get('/northwall.net')).statusCode).toBe(200)
  await flooded.app.close()
})

test.skipIf(isShort)(
  'a write waits for a slow database longer than the second that a read waits',
  async () => {
    const holder = standingHolder(new Date())
    holder.hold(await editionOf(database.db))
    const slow = await testApp({ holder, accounts: accountsAt(testAccounts(database.db).desk) })
    const user = testBrowser(slow.app, { address: '192.0.2.3', origin: SITE })
    const { email, pass } = await makeAccount(database.db)
    expect((await user.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
    await database.db.connection().execute(async (session) => {
      await sql`begin`.execute(session)
      await sql`lock table sessions in access exclusive mode`.execute(session)
      const answered = user.post('/api/user/activity')
      await sleep(LONGER_THAN_READERS_WAIT_MS)
      await sql`rollback`.execute(session)
      expect((await answered).statusCode).toBe(204)
    })
    await slow.app.close()
  },
)
