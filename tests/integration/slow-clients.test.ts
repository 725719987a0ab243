import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mostConnections } from '../../src/server/edge/most-connections.ts'
import { type FrontLimits, standInFront } from '../../src/server/edge/stand-in-front.ts'
import { ANYONE } from '../../src/server/guard.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { rawConnection } from '../support/raw-connection.ts'
import { rawRequest } from '../support/raw-request.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
const ASK = `GET ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`
/** Both ends of each are files of this process. */
const SLOW_ONES = Math.min(5_000, Math.floor(mostConnections() / 2))
const MOST_GROWTH_BYTES = 500 * 1024 * 1024
const OVER_WITHIN_MS = 40_000

describe('the site', () => {
  let site: TestApp
  let port: number

  beforeAll(async () => {
    const holder = standingHolder(new Date())
    holder.hold(await demoEdition())
    site = await testApp({
      holder,
      prepare: (app) => {
        app.post('/api/test/echo', { config: ANYONE }, async (request) => request.body)
        app.get('/api/test/large', { config: ANYONE }, async () => Buffer.alloc(30 * 1024 * 1024))
      },
    })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.address() as AddressInfo).port
    for (let round = 0; round < 2; round++) await site.app.inject(PAGE)
  })

  afterAll(() => site.app.close())

  test(`${SLOW_ONES} clients that say nothing, drip or do not read hold nobody up, and are gone within seconds`, async () => {
    const before = process.memoryUsage().rss
    const slow = await openSlowOnes()
    const dripping = setInterval(() => {
      for (const { kind, socket } of slow) if (kind === 'drips') socket.write('x')
    }, 2_000)
    try {
      const readers = await Promise.all(Array.from({ length: 10 }, () => rawConnection(port)))
      for (const path of [PAGE, '/api/global', '/northwall.net/maintenance', '/healthz']) {
        for (const reader of readers) {
          reader.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
          expect((await reader.answer())?.status).toBe(200)
        }
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES)
      await vi.waitFor(
        () =>
          expect(slow.filter(({ kind, socket }) => kind !== 'does not read' && !socket.destroyed)).toEqual(
            [],
          ),
        { timeout: OVER_WITHIN_MS, interval: 500 },
      )
      for (const reader of readers) reader.close()
    } finally {
      clearInterval(dripping)
      for (const { socket } of slow) socket.destroy()
    }
  })

  test('a head that does not come to its end is told so after ten seconds', async () => {
    const startedAt = performance.now()
    const [oneDrop, twoDrops] = await Promise.all([
      rawRequest(port, 'GET / HTTP/1.1\r\nhost: a\r\nx'),
      drops(port, ['GET / HTTP/1.1\r\n', 'host: a\r\n', 'x: y\r\n', 'z: ']),
    ])
    for (const answer of [oneDrop, twoDrops]) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(8_000)
    expect(tookMs).toBeLessThan(19_000)
  })

  test('whoever was told so is let go, though it keeps its own side open', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nx')
    await once(socket, 'end')
    const connections = () =>
      new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))
    await eventually(async () => expect(await connections()).toBe(0))
    socket.destroy()
  })

  test('a body that does not come to its end is told so, too', async () => {
    const answer = await rawRequest(
      port,
      'POST /api/test/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whoever asks and asks and never reads is not read from any more', async () => {
    const { socket } = await rawConnection(port)
    socket.pause()
    const before = process.memoryUsage().rss
    const manyAsks = Buffer.from(ASK.repeat(1_000))
    // More than the system itself keeps for two sockets. What is not taken piles up with the client.
    for (let round = 0; round < 600; round++) socket.write(manyAsks)
    await eventually(() => expect(socket.writableLength).toBeGreaterThan(0))
    const stuckAt = socket.writableLength
    for (let round = 0; round < 20; round++) await nextTurn()
    expect(stuckAt - socket.writableLength).toBeLessThan(16 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES)
    socket.destroy()
  })

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

describe('the front', () => {
  const LIMITS: FrontLimits = {
    connections: 20,
    headMs: 10_000,
    idleMs: 65_000,
    stalledMs: 1_000,
    stalledAtStopMs: 500,
  }
  let server: Server
  let port: number

  async function serve(limits: FrontLimits, answer: Parameters<typeof createServer>[1]) {
    server = createServer(answer)
    const front = standInFront(server, {
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

  test('makes room for new clients where the house is full of idle ones, and keeps those that it answers', async () => {
    let finish = () => {}
    await serve(LIMITS, (request, response) => {
      if (request.url === '/slow') finish = () => response.end('at last')
      else response.end('here')
    })
    const waiting = await rawConnection(port)
    waiting.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    const idle = []
    for (let each = 0; each < 60; each++) {
      const client = await rawConnection(port)
      client.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      expect((await client.answer())?.body.toString()).toBe('here')
      idle.push(client)
    }
    const open = idle.filter(({ socket }) => !socket.destroyed)
    expect(open.length).toBeLessThan(20)
    expect(idle.slice(-5).every(({ socket }) => !socket.destroyed)).toBe(true)
    finish()
    expect((await waiting.answer())?.body.toString()).toBe('at last')
    for (const { socket } of [...idle, waiting]) socket.destroy()
  })

  test('cuts off a reader who takes nothing of a long answer', async () => {
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

  test('waits for a reader who takes a long answer slowly', async () => {
    const length = 12 * 1024 * 1024
    await serve({ ...LIMITS, stalledMs: 500 }, (_request, response) => response.end(Buffer.alloc(length)))
    const client = await rawConnection(port)
    client.socket.pause()
    const sipping = setInterval(() => {
      client.socket.resume()
      setImmediate(() => client.socket.pause())
    }, 50)
    client.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    const startedAt = performance.now()
    await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(2_000))
    clearInterval(sipping)
    client.socket.resume()
    expect((await client.answer())?.body.length).toBe(length)
    client.close()
  })
})

/** One after the other, some seconds apart. */
async function drops(port: number, pieces: string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  const timer = setInterval(() => {
    const piece = pieces.shift()
    if (piece !== undefined) socket.write(piece)
  }, 1_500)
  await once(socket, 'close')
  clearInterval(timer)
  return received
}
