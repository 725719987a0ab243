import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type RawAnswer, type RawConnection, rawConnection } from '../support/raw-http.ts'
import { signIn } from '../support/sign-in.ts'
import { type StandingHolder, testConfig } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
const JSON_READ = '/api/incident?cloud=northwall_net'
const FILE = '/assets/site-1a2b.js'

let site: AccountSite
let port: number
let client: RawConnection

beforeAll(async () => {
  site = await accountSite()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
})

afterAll(() => site.stop())

beforeEach(async () => {
  client = await rawConnection(port)
  return () => client.close()
})

describe("an answer from memory is identical to the site's answer, byte by byte", () => {
  test.each([
    ['a page', PAGE],
    ['JSON', JSON_READ],
    ['a feed', '/rss-feed/incidents'],
    ['a file of the build', FILE],
    ['a file with a fixed name', '/robots.txt'],
  ])('%s, in every encoding, complete and unchanged', async (_what, path) => {
    await learn(path)
    for (const encoding of ['br', 'gzip', 'identity', 'gzip, deflate, br', 'br;q=0, gzip', '']) {
      const accept = { 'accept-encoding': encoding }
      const [slow, fast] = [await askSlow(path, accept), await ask(path, accept)]
      expect(isAtOnce(slow)).toBe(false)
      expect(isAtOnce(fast), `${path} ${encoding}`).toBe(true)
      expect(comparable(fast)).toEqual(comparable(slow))
      if (fast.status !== 200) continue

      const known = { ...accept, 'if-none-match': `W/"other", ${fast.headers.etag}` }
      const [slowUnchanged, unchanged] = [await askSlow(path, known), await ask(path, known)]
      expect([unchanged.status, isAtOnce(unchanged), unchanged.body.length]).toEqual([304, true, 0])
      expect(comparable(unchanged)).toEqual(comparable(slowUnchanged))
    }
  })

  test('the Date header is current to the second', async () => {
    await learn(PAGE)
    const before = Math.floor(Date.now() / 1000) * 1000
    const { headers } = await ask(PAGE)
    const date = Date.parse(String(headers.date))
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now())
    expect(headers['keep-alive']).toBe('timeout=65')
  })
})

describe('only answers that are the same for all readers come from memory', () => {
  test('signed-in users get their own answers, except for pages', async () => {
    await learn(JSON_READ)
    await learn(PAGE)
    const { cookie } = await signIn(site.database.db)
    const own = await ask(JSON_READ, { cookie })
    expect([own.status, isAtOnce(own), own.headers['cache-control']]).toEqual([
      200,
      false,
      'private, no-store',
    ])
    expect(isAtOnce(await ask(PAGE, { cookie }))).toBe(true)
    expect(isAtOnce(await ask(JSON_READ, { cookie: '__Host-candor_session=short; theme=dark' }))).toBe(true)
  })

  test('G-19 a page for signed-in users redirects others to sign-in, however often it was served', async () => {
    const cookie = `__Host-candor_session=${'x'.repeat(43)}`
    for (let round = 0; round < 3; round++) {
      expect((await ask('/subscribe', { cookie })).status).toBe(200)
      const { status, headers } = await ask('/subscribe')
      expect([status, headers.location]).toEqual([302, expect.stringContaining('/sign-in')])
    }
  })

  test.each([
    ['HEAD', `HEAD ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['a range', `GET ${PAGE} HTTP/1.1\r\nhost: a\r\nrange: bytes=0-1\r\n\r\n`],
    ['HTTP/1.0', `GET ${PAGE} HTTP/1.0\r\nhost: a\r\n\r\n`],
    ['the last request of a connection', `GET ${PAGE} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`],
    ['another query', `GET ${PAGE}?utm_source=mail HTTP/1.1\r\nhost: a\r\n\r\n`],
  ])('%s is passed to the site', async (_what, bytes) => {
    await learn(PAGE)
    client.send(bytes)
    const { lines, headers } = headOf(await client.answer({ isToHead: bytes.startsWith('HEAD') }))
    expect(lines[0]).toBe('HTTP/1.1 200 OK')
    expect(headers).toHaveProperty('x-request-id')
  })

  test('O-02 nothing comes from memory while the site is closed', async () => {
    await learn(PAGE)
    const closed = await site.another({ config: { isInMaintenance: true } })
    await closed.app.listen({ port: 0, host: '127.0.0.1' })
    const other = await rawConnection((closed.app.server.address() as AddressInfo).port)
    for (const [path, status] of [
      [PAGE, 503],
      ['/api/global', 200],
      [PAGE, 503],
      ['/api/global', 200],
    ] as const) {
      other.send(requestOf(path))
      expect((await other.answer())?.status).toBe(status)
    }
    other.close()
    await closed.stop()
  })

  test('expired answers are recreated, and the next edition has its own', async () => {
    const path = '/api/cloud-status?cloud=northwall_net&requestType=public'
    await learn(path)
    const before = await ask(path)
    site.clock.pass(120)
    const after = await ask(path)
    expect([isAtOnce(before), isAtOnce(after), after.status]).toEqual([true, false, 200])

    await learn('/api/edition')
    const edition = site.holder.current()?.edition
    if (edition === undefined) throw new Error('There is no edition')
    ;(site.holder as StandingHolder).hold({ ...edition, number: edition.number + 1 })
    const next = await ask('/api/edition')
    expect(isAtOnce(next)).toBe(false)
    expect(JSON.parse(next.body.toString())).toMatchObject({ number: edition.number + 1 })
  })
})

test('Z-06 reads and requests are counted the same', async () => {
  for (const path of [PAGE, JSON_READ]) await learn(path)
  site.reads.take()
  const before = await requestsCounted()
  await ask(PAGE)
  await ask(PAGE, { 'if-none-match': '*' })
  await ask(JSON_READ)
  await ask(JSON_READ, { 'sec-fetch-site': 'same-origin' })
  await ask(FILE)
  expect(Object.fromEntries(site.reads.take())).toEqual({ incidents: 3, api: 1 })
  const counted = await requestsCounted()
  const more = (route: string, status: number) => {
    const key = `{route="${route}",status="${status}"}`
    return (counted.get(key) ?? 0) - (before.get(key) ?? 0)
  }
  expect([more('/*', 200), more('/*', 304), more('/api/incident', 200)]).toEqual([1, 1, 2])
})

describe('a keep-alive connection', () => {
  test('returns to memory after requests that were passed on', async () => {
    await learn(PAGE)
    const body = JSON.stringify({ name: 'nobody@customer.example', pass: 'wrong' })
    const slow = [
      requestOf('/healthz'),
      requestOf('/api/nothing'),
      `HEAD ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`,
      `POST /api/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ]
    for (const bytes of slow) {
      client.send(bytes)
      const answer = headOf(await client.answer({ isToHead: bytes.startsWith('HEAD') }))
      expect(answer.headers).toHaveProperty('x-request-id')
      expect(isAtOnce(await ask(PAGE)), bytes).toBe(true)
    }
  })

  test('waits for a body in several pieces', async () => {
    await learn(PAGE)
    client.send(
      'POST /api/global HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n\r\n01234',
    )
    client.send('56789')
    expect((await client.answer())?.status).toBe(405)
    expect((await ask(PAGE)).status).toBe(200)
  })

  test('answers pipelined requests in order', async () => {
    await learn(PAGE)
    client.send(requestOf(PAGE) + requestOf('/healthz') + requestOf(PAGE) + requestOf('/api/nothing'))
    const statuses = []
    for (let each = 0; each < 4; each++) statuses.push((await client.answer())?.status)
    expect(statuses).toEqual([200, 200, 200, 404])
    expect((await ask(PAGE)).status).toBe(200)
  })
})

test('FAST_PATH=0 gives the same answers without the fast path, cached or not, broken or not', async () => {
  const { caches } = testConfig()
  const plain = await site.another({ config: { caches: { ...caches, hasFastPath: false } } })
  const edition = site.holder.current()?.edition
  if (edition === undefined) throw new Error('There is no edition')
  ;(plain.holder as StandingHolder).hold(edition)
  await plain.app.listen({ port: 0, host: '127.0.0.1' })
  // Building that site may take longer than this one waits for a request.
  client.close()
  client = await rawConnection(port)
  const other = await rawConnection((plain.app.server.address() as AddressInfo).port)
  const askPlain = async (bytes: string) => {
    other.send(bytes)
    return headOf(await other.answer())
  }
  for (const path of [PAGE, JSON_READ, FILE, '/robots.txt', '/rss-feed/incidents', '/api/nothing']) {
    await learn(path)
    for (let round = 0; round < 3; round++) {
      const [fast, slow] = [await ask(path), await askPlain(requestOf(path))]
      expect(comparable(slow), path).toEqual(comparable(fast))
      expect(isAtOnce(slow)).toBe(false)
      if (fast.status !== 200) continue
      const known = { 'if-none-match': String(fast.headers.etag), 'accept-encoding': 'br' }
      expect(comparable(await askPlain(requestOf(path, known)))).toEqual(comparable(await ask(path, known)))
    }
  }
  client.send('GET / HTTP/9\r\n\r\n')
  expect(comparable(await askPlain('GET / HTTP/9\r\n\r\n'))).toEqual(
    comparable(headOf(await client.answer())),
  )
  await plain.stop()
})

/** Twice: the first request creates the answer, the second finds it cached. */
async function learn(path: string) {
  for (let round = 0; round < 2; round++) await site.app.inject(path)
}

function requestOf(path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host: 'trust.northwall.example', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  client.send(requestOf(path, headers))
  return headOf(await client.answer())
}

/** Two requests in one piece are never answered from memory. */
async function askSlow(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const other = await rawConnection(port)
  other.send(requestOf(path, headers) + requestOf(path, headers))
  const answer = headOf(await other.answer())
  other.close()
  return answer
}

function headOf(answer: RawAnswer | undefined): RawAnswer {
  if (answer === undefined) throw new Error('The connection was closed instead')
  return answer
}

function isAtOnce({ headers }: RawAnswer) {
  return headers['x-request-id'] === undefined
}

function comparable({ lines, body }: RawAnswer) {
  return {
    lines: lines.filter((line) => !/^(x-request-id|date):/i.test(line)),
    body: body.toString('base64'),
  }
}

async function requestsCounted() {
  const body = await site.metrics.registry.metrics()
  const found = body.matchAll(/^candor_http_requests_total(\{.*\}) (\d+)$/gm)
  return new Map([...found].map(([, labels = '', count]) => [labels, Number(count)]))
}
