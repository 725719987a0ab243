import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { readsBetween } from '../../src/db/read-counts.ts'
import { keepReads } from '../../src/edition/reads/keep-reads.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { proxyDatabase } from '../support/database-proxy.ts'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

beforeEach(async () => {
  site.reads.take()
  await site.database.db.deleteFrom('read_counts').execute()
})

test('Z-06 reads are counted by kind of page, including cached answers and 304', async () => {
  const first = await get('/northwall.net/incidents')
  await get('/northwall.net/incidents')
  await get('/northwall.net/incidents', { 'if-none-match': String(first.headers.etag) })
  await get('/northwall.net/incidents?utm_source=mail')
  await get('/northwall.net')
  await get('/rss-feed/incidents')
  await get('/api/incident?cloud=northwall_net')
  await get('/api/incident?cloud=northwall_net', { 'sec-fetch-site': 'same-origin' })
  expect(Object.fromEntries(site.reads.take())).toEqual({ incidents: 5, home: 1, feeds: 1, api: 1 })
})

test('Z-06 other requests are not counted', async () => {
  for (const url of [
    '/assets/site-1a2b.js',
    '/no/such/page',
    '/api/edition',
    '/api/no-such',
    '/healthz',
    '/metrics',
    '/robots.txt',
    '/admin/dashboard',
  ])
    await get(url)
  await site.app.inject({ method: 'HEAD', url: '/northwall.net/incidents' })
  await site.app.inject({ method: 'POST', url: '/northwall.net/incidents' })
  expect(Object.fromEntries(site.reads.take())).toEqual({})
})

test('Z-06 counts are written each minute and at the stop, by day', async () => {
  const { db } = site.database
  const counted = [new Map([['home', 2]]), new Map([['home', 3]]), new Map([['faq', 1]])]
  const clock = { now: new Date('2026-11-15T23:59:30Z') }
  const keeping = keepReads({
    db,
    take: () => counted.shift() ?? new Map(),
    clock: () => clock.now,
    onError: fail,
  })
  await keeping.keep()
  clock.now = new Date('2026-11-16T00:00:30Z')
  await keeping.keep()
  await keeping.stop()
  expect(await written()).toEqual([
    { day: '2026-11-15', page: 'home', reads: 2 },
    { day: '2026-11-16', page: 'faq', reads: 1 },
    { day: '2026-11-16', page: 'home', reads: 3 },
  ])
})

test('Z-06 several processes add up', async () => {
  const { db } = site.database
  const keepers = Array.from({ length: 6 }, () =>
    keepReads({
      db,
      take: () =>
        new Map([
          ['home', 1],
          ['faq', 2],
          ['api', 3],
        ]),
      clock: () => new Date('2026-11-15T12:00:00Z'),
      onError: fail,
    }),
  )
  await Promise.all(keepers.map(({ stop }) => stop()))
  expect((await written()).map(({ page, reads }) => [page, reads])).toEqual([
    ['api', 18],
    ['faq', 12],
    ['home', 6],
  ])
})

test('Z-06 while the database is down counts stay in memory, and are written when it is back', async () => {
  const proxy = await proxyDatabase(site.database.url)
  const { db, close } = connect(proxy.url)
  const errors: unknown[] = []
  const counted = [new Map([['home', 2]]), new Map([['home', 5]])]
  const keeping = keepReads({
    db,
    take: () => counted.shift() ?? new Map(),
    clock: () => new Date('2026-11-15T12:00:00Z'),
    onError: (error) => errors.push(error),
  })
  proxy.cut()
  await keeping.keep()
  await keeping.keep()
  expect(errors).toHaveLength(2)
  expect(await written()).toEqual([])
  proxy.mend()
  await keeping.stop()
  expect(await written()).toEqual([{ day: '2026-11-15', page: 'home', reads: 7 }])
  await close()
  await proxy.stop()
})

function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

function written() {
  return readsBetween(site.database.db, { from: '2026-11-01', to: '2026-11-30' })
}

function fail(error: unknown) {
  throw error
}
