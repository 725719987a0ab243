import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type EditionHolder, holdEdition } from '../../src/edition/hold-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { setMaintenance } from '../support/raise-edition.ts'
import { signIn } from '../support/sign-in.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const NEVER_MS = 1_000_000_000
const NOW = new Date('2026-11-15T12:00:00.000Z')
const HOME = '/northwall.net'
const CLOSED = [
  '/',
  HOME,
  `${HOME}/incidents`,
  '/nowhere',
  '/sign-up',
  '/subscribe',
  '/admin/../northwall.net',
  '/northwall.net?cloud=trust.northwall-one.net',
]
const CLOSED_TO_PROGRAMS = ['/api/incident?cloud=northwall_net', '/api/nowhere', '/rss-feed/incidents']
const OPEN = ['/healthz', '/readyz', '/sign-in', '/user/password', '/api/global', '/api/edition']

let database: TestDatabase
let db: Kysely<DB>
let holder: EditionHolder
let closed: TestApp
let open: TestApp
const opened: TestApp[] = []

beforeAll(async () => {
  database = await testDatabase('demo')
  db = database.db
  holder = holdEdition({ db, url: database.url, clock: () => NOW, pollEveryMs: NEVER_MS })
  await holder.refresh()
  const standing = standingHolder(NOW)
  standing.hold(await demoEdition())
  closed = await site({ isInMaintenance: true }, standing)
  open = await site()
})

afterAll(async () => {
  for (const { app } of opened.splice(0)) await app.close()
  await holder.stop()
  await database.drop()
})

describe('O-02 closed by configuration', () => {
  test.each(CLOSED)('the page %s answers 503 with a calm, uncached page', async (path) => {
    const { app } = closed
    const { statusCode, headers, body } = await app.inject(path)
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      '300',
      'private, no-store',
    ])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>This site is down for maintenance.</h1>')
    expect(body).toContain('We are working on this site and will be back soon.')
    expect(body).toContain('mailto:trust-feedback@northwall.example')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/<script[^>]+src|candor-data/)
  })

  test('programs get 503 with a message', async () => {
    const { app } = await site({ isInMaintenance: true, maintenanceMessage: 'Back at noon.' })
    for (const path of CLOSED_TO_PROGRAMS) {
      const { statusCode, headers, json } = await app.inject(path)
      expect([statusCode, headers['retry-after']], path).toEqual([503, '300'])
      expect(json(), path).toEqual({ message: 'Back at noon.' })
    }
  })

  test.each(OPEN)('%s answers as usual', async (path) => {
    const { app } = closed
    expect((await app.inject(path)).statusCode).toBe(200)
  })

  test('files of the site are served, and no other spelling reaches a closed page', async () => {
    const { app } = closed
    const statusOf = async (url: string) => (await app.inject(url)).statusCode
    expect(await statusOf('/assets/site-3c4d.css')).toBe(200)
    expect(await statusOf('/site.webmanifest')).toBe(200)
    for (const url of [
      '/api/%69ncident?cloud=northwall_net',
      '/%6eorthwall.net',
      '/sign-in/../northwall.net',
      '/%zz',
    ]) {
      expect([400, 503], url).toContain(await statusOf(url))
    }
  })

  test('a request with a body is answered before the body is read', async () => {
    const { app } = closed
    const { statusCode, json } = await app.inject({
      method: 'POST',
      url: '/api/subscribe',
      payload: '{broken',
    })
    expect([statusCode, json()]).toEqual([
      503,
      { message: 'We are working on this site and will be back soon.' },
    ])
  })

  test('it says so even without any content, and does not fill the log', async () => {
    const { app, log } = await site({ isInMaintenance: true }, standingHolder(NOW))
    const { statusCode, body } = await app.inject(HOME)
    expect(statusCode).toBe(503)
    expect(body).toContain('This site is down for maintenance.')
    expect(log).toEqual([])
  })
})

describe('O-02 closed by staff', () => {
  test('every process closes with the edition, including its cache, and opens with the next', async () => {
    const { app } = open
    const before = await app.inject(HOME)
    expect(before.statusCode).toBe(200)

    await setMaintenance(db, { is_on: true, message: 'New <disks>.', ends_at: '2026-11-15T13:00:00.000Z' })
    await holder.refresh()
    const closed = await app.inject({ url: HOME, headers: { 'if-none-match': String(before.headers.etag) } })
    expect([closed.statusCode, closed.headers['retry-after']]).toEqual([503, '3600'])
    const text = closed.body.replace(/<[^>]*>/g, '')
    expect(text).toContain('New &lt;disks&gt;.')
    expect(text).toContain('We expect to be back by Sun, 15 Nov 2026 13:00:00 UTC.')
    expect((await app.inject('/api/edition')).json()).toMatchObject({ in_maintenance: true })
    expect((await app.inject('/healthz')).statusCode).toBe(200)

    await setMaintenance(db, { is_on: false })
    await holder.refresh()
    expect((await app.inject(HOME)).statusCode).toBe(200)
    expect((await app.inject('/api/edition')).json()).toMatchObject({ in_maintenance: false })
  })

  test('an end in the past is no longer promised', async () => {
    const { app } = open
    await setMaintenance(db, { is_on: true, ends_at: '2026-11-15T11:00:00.000Z' })
    await holder.refresh()
    const { headers, body } = await app.inject(HOME)
    expect(headers['retry-after']).toBe('300')
    expect(body).not.toContain('We expect')
    await setMaintenance(db, { is_on: false })
    await holder.refresh()
  })

  test('the page is the same for all readers, including staff', async () => {
    const { app } = closed
    const { cookie } = await signIn(db, { roles: ['administrator'] })
    const anybody = await app.inject(HOME)
    const staff = await app.inject({ url: HOME, headers: { cookie } })
    expect([staff.statusCode, staff.body]).toEqual([503, anybody.body])
  })
})

async function site(config: Parameters<typeof testApp>[0]['config'] = {}, of = holder): Promise<TestApp> {
  const made = await testApp({ holder: of, config, clock: () => NOW })
  opened.push(made)
  return made
}
