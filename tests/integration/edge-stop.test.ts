import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../../src/server/edge/listen.ts'
import { usualLimits } from '../../src/server/edge/usual-limits.ts'
import { ANYONE } from '../../src/server/http/guard.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { type RawConnection, rawConnection } from '../support/raw-http.ts'
import { standingHolder, type TestApp, testApp, testConfig } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
/** More than the system buffers for two sockets. */
const LARGE_BYTES = 20 * 1024 * 1024
/** Longer than a test takes: no client is cut off before the test says so. */
const PATIENT_MS = 600_000
const limits = { ...usualLimits(), stalledAtStopMs: PATIENT_MS }

let site: TestApp
let port: number
let finish: (text: string) => void
let isAsked: boolean
const clients: RawConnection[] = []

async function start() {
  const holder = standingHolder(new Date())
  holder.hold(await demoEdition())
  site = await testApp({
    holder,
    limits,
    prepare: (app) => {
      app.get('/api/test/large', { config: ANYONE }, async () => {
        isAsked = true
        return Buffer.alloc(LARGE_BYTES)
      })
      app.post('/api/test/echo', { config: ANYONE }, async (request) => request.body)
      app.get('/api/test/slow', { config: ANYONE }, async () => {
        isAsked = true
        return new Promise<string>((resolve) => {
          finish = resolve
        })
      })
    },
  })
  const { address } = await listen(site.app, { config: testConfig({ port: 0 }) })
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  port = (site.app.server.address() as AddressInfo).port
  for (let round = 0; round < 2; round++) await site.app.inject(PAGE)
}

beforeEach(() => {
  isAsked = false
  limits.cutAtStopMs = PATIENT_MS
})

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function client() {
  const opened = await rawConnection(port)
  clients.push(opened)
  return opened
}

function ask(on: RawConnection, path: string) {
  on.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
}

beforeAll(start)
afterAll(() => site.app.close())

test('a client that disconnects during its answer leaves nothing behind', async () => {
  const gone = await client()
  ask(gone, '/api/test/slow')
  await eventually(() => expect(isAsked).toBe(true))
  gone.close()
  const connections = () =>
    new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))
  await eventually(async () => expect(await connections()).toBe(0))
  finish('too late')
  const next = await client()
  ask(next, PAGE)
  expect((await next.answer())?.status).toBe(200)
  next.close()
})

test('a client that half-closes is still answered from memory', async () => {
  const half = await client()
  half.socket.end(`GET ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`)
  expect((await half.answer())?.status).toBe(200)
  expect(await half.answer()).toBeUndefined()
})

test('a client is logged with the address of its connection', async () => {
  const one = await client()
  ask(one, '/api/nothing')
  expect((await one.answer())?.status).toBe(404)
  expect(site.log.at(-1)).toMatchObject({ path: '/api/nothing', ip: '127.0.0.1' })
  one.close()
})

// processes-web.test.ts covers SIGTERM under load.
test('a stop closes idle connections immediately, answers pending requests, finishes responses that are still being read, and accepts no new ones', async () => {
  const [silent, fromMemory, fromSite, underWay] = [
    await client(),
    await client(),
    await client(),
    await client(),
  ]
  ask(fromMemory, PAGE)
  expect((await fromMemory.answer())?.status).toBe(200)
  ask(fromSite, '/healthz')
  expect((await fromSite.answer())?.status).toBe(200)
  ask(underWay, '/api/test/slow')
  await eventually(() => expect(isAsked).toBe(true))
  isAsked = false
  const reader = await client()
  reader.socket.pause()
  ask(reader, '/api/test/large')
  await eventually(() => expect(isAsked).toBe(true))

  let isClosed = false
  const closing = site.app.close().then(() => {
    isClosed = true
  })
  for (const idle of [silent, fromMemory, fromSite]) expect(await idle.answer()).toBeUndefined()
  expect(isClosed).toBe(false)
  await expect(refused()).resolves.toBe(true)

  finish('done')
  const answer = await underWay.answer()
  expect([answer?.status, answer?.body.toString()]).toEqual([200, 'done'])
  expect(await underWay.answer()).toBeUndefined()
  reader.socket.resume()
  expect((await reader.answer())?.body.length).toBe(LARGE_BYTES)
  await closing
})

test('a stop does not wait for clients that never finish a request', async () => {
  await start()
  const [halfBody, halfHead] = [await client(), await client()]
  halfBody.send(
    'POST /api/test/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\nhalf',
  )
  halfHead.send('GET / HTTP/1.1\r\nhost: a\r\nx')
  ask(await client(), '/api/test/slow')
  await eventually(() => expect(isAsked).toBe(true))
  limits.cutAtStopMs = 500
  const closing = site.app.close()
  finish('done')
  await closing
  for (const one of [halfBody, halfHead]) expect(await one.answer()).toBeUndefined()
})

test('HOST=localhost listens once: a second server would miss the stop', async () => {
  const local = fastify()
  const listening = await listen(local, { config: testConfig({ port: 0, host: 'localhost' }) })
  expect(local.addresses()).toMatchObject([{ address: '127.0.0.1' }])
  await listening.close()
})

test('a stop is announced first, while connections are still accepted', async () => {
  const NOTICE_SECONDS = 0.2
  const holder = standingHolder(new Date())
  holder.hold(await demoEdition())
  const config = testConfig({ port: 0, scale: { ...testConfig().scale, drainSeconds: NOTICE_SECONDS } })
  const draining = await testApp({ holder, config })
  let noticedMs = 0
  let begunAt = 0
  let leave = () => {}
  const { address, close } = await listen(
    draining.app,
    { config },
    {
      othersClosed: () => {
        noticedMs = performance.now() - begunAt
        return new Promise((resolve) => {
          leave = resolve
        })
      },
    },
  )
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  begunAt = performance.now()
  const closing = close()
  await eventually(() => expect(noticedMs).toBeGreaterThan(0))
  expect(noticedMs).toBeGreaterThan(NOTICE_SECONDS * 900)
  const asked = async (path: string) =>
    fetch(address + path, { headers: { connection: 'close' } }).then(
      async (answer) => [answer.status, await answer.text()] as const,
    )
  expect(await asked('/readyz')).toEqual([503, JSON.stringify({ status: 'draining' })])
  expect((await asked('/healthz'))[0]).toBe(200)
  expect((await asked(PAGE))[0]).toBe(200)
  leave()
  await closing
  await expect(asked('/healthz')).rejects.toThrow()
})

async function refused() {
  const socket = connect(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(socket, 'error').then(() => ['refused']),
    once(socket, 'close').then(() => ['refused']),
  ])
  return event === 'refused'
}
