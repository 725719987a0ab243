import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EdgeLimits, openFastPath } from '../../src/server/edge/fast-path.ts'
import { mostConnections, usualLimits } from '../../src/server/edge/usual-limits.ts'
import { ANYONE } from '../../src/server/http/guard.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { type RawConnection, rawConnection, rawRequest } from '../support/raw-http.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
const ASK = `GET ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`
/** Both ends of each connection are open files of this process. */
const SLOW_ONES = Math.min(sized({ short: 60, long: 5_000 }), Math.floor(mostConnections() / 2))
const MOST_GROWTH_BYTES = 500 * 1024 * 1024
/** Longer than a test takes: no client is disconnected before the test says so. */
const PATIENT_MS = 600_000

describe('the site', () => {
  // The site checks these limits every second, so a test can end its patience at any time.
  const limits = usualLimits()
  let site: TestApp
  let port: number

  beforeAll(async () => {
    expect(limits).toMatchObject({ headMs: 10_000, idleMs: 65_000, stalledMs: 30_000, cutAtStopMs: 8_000 })
    const holder = standingHolder(new Date())
    holder.hold(await demoEdition())
    site = await testApp({
      holder,
      limits,
      prepare: (app) => {
        app.post('/api/test/echo', { config: ANYONE }, async (request) => request.body)
        app.get('/api/test/large', { config: ANYONE }, async () => Buffer.alloc(30 * 1024 * 1024))
      },
    })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.address() as AddressInfo).port
    for (let round = 0; round < 2; round++) await site.app.inject(PAGE)
    expect(site.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 20_000 })
  })

  beforeEach(() => {
    limits.headMs = PATIENT_MS
    site.app.server.headersTimeout = PATIENT_MS
    site.app.server.requestTimeout = PATIENT_MS
  })

  afterAll(() => site.app.close())

  test(`${SLOW_ONES} clients that are silent, drip or don't read delay no reader, and are disconnected after their timeout`, async () => {
    const before = process.memoryUsage().rss
    const slow = await openSlowOnes()
    const dripping = setInterval(() => {
      for (const { kind, socket } of slow) if (kind === 'drips') socket.write('x')
    }, 250)
    const stillThere = () =>
      slow.filter(({ kind, socket }) => kind !== 'does not read' && !socket.destroyed).length
    try {
      const readers = await Promise.all(Array.from({ length: 10 }, () => rawConnection(port)))
      for (const path of [PAGE, '/api/global', '/northwall.net/maintenance', '/healthz']) {
        for (const reader of readers) {
          reader.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
          expect((await reader.answer())?.status).toBe(200)
        }
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES)
      expect(stillThere()).toBe(slow.filter(({ kind }) => kind !== 'does not read').length)
      limits.headMs = 100
      await eventually(() => expect(stillThere()).toBe(0))
      for (const reader of readers) reader.close()
    } finally {
      clearInterval(dripping)
      for (const { socket } of slow) socket.destroy()
    }
  })

  test('an unfinished request head gets 408 after its timeout, however it drips', async () => {
    const slow = [heads(port), heads(port, { dripEveryMs: 20 })]
    await eventually(async () => expect(await connections()).toBe(2))
    const reader = await rawConnection(port)
    reader.send(ASK)
    expect((await reader.answer())?.status).toBe(200)
    reader.close()
    expect(slow.map(({ received }) => received())).toEqual(['', ''])
    limits.headMs = 1_000
    for (const { closed, received } of slow) {
      await closed
      expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    }
  })

  test('a client that got it is disconnected, even if it keeps its side open', async () => {
    limits.headMs = 100
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nx')
    await once(socket, 'end')
    await eventually(async () => expect(await connections()).toBe(0))
    socket.destroy()
  })

  test('an unfinished body gets 408, too', async () => {
    // Node uses the longer of the two for the body.
    site.app.server.headersTimeout = 100
    site.app.server.requestTimeout = 100
    const answer = await rawRequest(
      port,
      'POST /api/test/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a client that keeps requesting but never reads is no longer read from', async () => {
    const { socket } = await rawConnection(port)
    socket.pause()
    const before = process.memoryUsage().rss
    const manyAsks = Buffer.from(ASK.repeat(1_000))
    // More than the system buffers for two sockets. The rest piles up at the client.
    for (let round = 0; round < 600; round++) socket.write(manyAsks)
    await eventually(() => expect(socket.writableLength).toBeGreaterThan(0))
    const stuckAt = socket.writableLength
    for (let round = 0; round < 20; round++) await nextTurn()
    expect(stuckAt - socket.writableLength).toBeLessThan(16 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES)
    socket.destroy()
  })

  function connections() {
    return new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))
  }

  async function openSlowOnes() {
    const kinds = ['says nothing', 'drips', 'does not read'] as const
    const opened: { kind: (typeof kinds)[number]; socket: Socket }[] = []
    for (let at = 0; at < SLOW_ONES; at += 250) {
      const some = Array.from({ length: Math.min(250, SLOW_ONES - at) }, async (_, of) => {
        const kind = kinds[of % kinds.length] ?? 'says nothing'
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        await once(socket, 'connect')
        if (kind === 'drips') socket.write('GET /northwall.net HTTP/1.1\r\nhost: a\r\nx-drip: ')
        if (kind === 'does not read') for (let ask = 0; ask < 3; ask++) socket.pause().write(ASK)
        else socket.resume()
        opened.push({ kind, socket })
      })
      await Promise.all(some)
    }
    return opened
  }
})

describe('the fast path', () => {
  const LIMITS: EdgeLimits = {
    connections: 20,
    headMs: 10_000,
    idleMs: 65_000,
    stalledMs: 1_000,
    stalledAtStopMs: 500,
    cutAtStopMs: 8_000,
  }
  let server: Server
  let port: number

  async function serve(limits: EdgeLimits, answer: Parameters<typeof createServer>[1]) {
    server = createServer(answer)
    const front = openFastPath(server, {
      answers: { learn: () => {}, find: () => undefined, refuse: () => Buffer.alloc(0) },
      limits,
      isCrowded: () => false,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    return front
  }

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  test('makes room for new clients by dropping idle ones, and keeps those being answered', async () => {
    let finish = () => {}
    await serve(LIMITS, (request, response) => {
      if (request.url === '/slow') finish = () => response.end('at last')
      else response.end('here')
    })
    const waiting = await rawConnection(port)
    waiting.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    const idle: RawConnection[] = []
    for (let each = 0; each < 60; each++) {
      const client = await rawConnection(port)
      client.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      expect((await client.answer())?.body.toString()).toBe('here')
      idle.push(client)
    }
    await eventually(() => expect(idle.filter(({ socket }) => !socket.destroyed).length).toBeLessThan(20))
    expect(idle.slice(-5).every(({ socket }) => !socket.destroyed)).toBe(true)
    finish()
    expect((await waiting.answer())?.body.toString()).toBe('at last')
    for (const { socket } of [...idle, waiting]) socket.destroy()
  })

  test('disconnects a reader who doesn’t read a long answer', async () => {
    let isOver = false
    await serve(LIMITS, (_request, response) => {
      response.on('close', () => {
        isOver = true
      })
      response.end(Buffer.alloc(30 * 1024 * 1024))
    })
    const { socket } = await rawConnection(port)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await eventually(() => expect(isOver).toBe(true))
    socket.destroy()
  })

  test('waits for a reader who reads a long answer slowly', async () => {
    const stalledMs = 1_000
    const length = 64 * MEGABYTE
    await serve({ ...LIMITS, stalledMs }, (_request, response) => response.end(Buffer.alloc(length)))
    // If the machine stalled in between, the result is meaningless: try again.
    let sipped: Awaited<ReturnType<typeof sip>>
    do sipped = await sip(port, { forMs: 2 * stalledMs })
    while (sipped.bytes < length && sipped.longestPauseMs > stalledMs / 2)
    expect(sipped.bytes).toBeGreaterThan(length)
  })
})

const MEGABYTE = 1024 * 1024

async function sip(port: number, { forMs }: { forMs: number }) {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  const startedAt = performance.now()
  let lastAt = startedAt
  let longestPauseMs = 0
  let bytes = 0
  let enough = 0
  socket.on('data', (data) => {
    bytes += data.length
    const now = performance.now()
    longestPauseMs = Math.max(longestPauseMs, now - lastAt)
    lastAt = now
    if (bytes >= enough && now - startedAt < forMs) socket.pause()
  })
  const sipping = setInterval(() => {
    // More than the system buffers, so that the other end notices each one.
    enough = bytes + MEGABYTE
    socket.resume()
  }, 50)
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  await once(socket, 'close')
  clearInterval(sipping)
  return { bytes, longestPauseMs }
}

/** The start of a request head; with drips it continues until answered. */
function heads(port: number, { dripEveryMs }: { dripEveryMs?: number } = {}) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nx: ')
  const timer = dripEveryMs === undefined ? undefined : setInterval(() => void socket.write('y'), dripEveryMs)
  socket.on('data', (data) => {
    received += data
    clearInterval(timer)
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => clearInterval(timer))
  return { received: () => received, closed }
}
