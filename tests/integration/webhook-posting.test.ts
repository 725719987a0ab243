import { createServer } from 'node:net'
import selfSigned from 'smtp-server/lib/tls-options.js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPoster, POST_LIMITS, type PosterOptions } from '../../src/delivery/http/poster.ts'
import { eventually } from '../support/eventually.ts'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
/** An idle connection stays open, however long this machine takes for the next post. */
const LIMITS = { ...POST_LIMITS, idleMs: 600_000 }

let receiver: HttpReceiver
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  receiver = await httpReceiver()
})
afterAll(() => receiver.stop())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe("U-10 posting to a user's URL", () => {
  test('sends JSON, and returns the status', async () => {
    const outcome = await poster().post({ url: `${receiver.url}/plain?a=1`, body: '{"a":"é"}' })
    expect(outcome).toEqual({ kind: 'answered', status: 204 })
    const { method, headers, body } = await receiver.postTo('/plain?a=1')
    expect([method, body]).toEqual(['POST', '{"a":"é"}'])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '10' })
  })

  test.each([200, 404, 410, 429, 500])('returns an answer with %i as it is', async (status) => {
    receiver.behaveAt('/status', { kind: 'answer', status, body: 'x'.repeat(100) })
    expect(await poster().post({ url: `${receiver.url}/status`, body: '{}' })).toEqual({
      kind: 'answered',
      status,
    })
  })

  test('returns Retry-After in seconds, even for a date', async () => {
    const headers = { 'retry-after': 'Sun, 01 Mar 2026 12:02:00 GMT' }
    receiver.behaveAt('/busy', { kind: 'answer', status: 429, headers })
    const outcome = await poster().post({ url: `${receiver.url}/busy`, body: '{}' })
    expect(outcome).toEqual({ kind: 'answered', status: 429, retryAfterS: 120 })
  })

  test('does not follow a redirect', async () => {
    receiver.behaveAt('/moved', {
      kind: 'answer',
      status: 307,
      headers: { location: `${receiver.url}/moved-to` },
    })
    const outcome = await poster().post({ url: `${receiver.url}/moved`, body: '{}' })
    expect(outcome).toEqual({ kind: 'answered', status: 307 })
    // A followed redirect would have arrived before this request.
    await poster().post({ url: `${receiver.url}/after-moved`, body: '{}' })
    expect(receiver.posts.map(({ path }) => path)).not.toContain('/moved-to')
  })

  test('gives up on a hanging receiver after the limit', async () => {
    receiver.behaveAt('/hang', { kind: 'hang' })
    const impatient = poster({ limits: { ...LIMITS, wholeMs: 60 } })
    // On a busy machine, the limit may be over before anything is sent.
    await eventually(async () => {
      const outcome = await impatient.post({ url: `${receiver.url}/hang`, body: '{}' })
      expect(outcome).toEqual({ kind: 'timeout', isSent: true })
    })
  })

  test('gives up on a trickling receiver after the limit as well', async () => {
    receiver.behaveAt('/trickle', { kind: 'trickle', status: 200, everyMs: 20 })
    const impatient = poster({ limits: { ...LIMITS, wholeMs: 200 } })
    await eventually(async () => {
      const outcome = await impatient.post({ url: `${receiver.url}/trickle`, body: '{}' })
      expect(outcome).toEqual({ kind: 'timeout', isSent: true })
    })
  })

  test('does not read an endless answer to its end', async () => {
    receiver.behaveAt('/endless', { kind: 'answer', status: 200, body: Buffer.alloc(8 * 1024 * 1024) })
    const own = poster()
    const before = receiver.connections
    const outcome = await own.post({ url: `${receiver.url}/endless`, body: '{}' })
    expect(outcome).toEqual({ kind: 'answered', status: 200 })
    // Its connection is closed, so the next one is new.
    await eventually(async () => {
      await own.post({ url: `${receiver.url}/after-endless`, body: '{}' })
      expect(receiver.connections).toBeGreaterThan(before + 1)
    })
  })

  test('reuses a connection', async () => {
    const own = poster()
    const before = receiver.connections
    for (const n of [1, 2, 3]) await own.post({ url: `${receiver.url}/again-${n}`, body: '{}' })
    expect(receiver.connections).toBe(before + 1)
  })

  test('replaces an idle connection that the other side has closed', async () => {
    const { url, stop } = await oneAnswerPerConnection()
    closing.push(stop)
    const own = poster()
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'answered', status: 200 })
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'answered', status: 200 })
  })

  test('does not post a second time when cut off by closing', async () => {
    const own = poster()
    await own.post({ url: `${receiver.url}/kept`, body: '{}' })
    receiver.behaveAt('/cut-off', { kind: 'hang' })
    const before = receiver.connections
    const posted = own.post({ url: `${receiver.url}/cut-off`, body: '{}' })
    await receiver.postTo('/cut-off')
    await own.close()
    expect(await posted).toEqual({ kind: 'too-late' })
    expect(await own.post({ url: `${receiver.url}/closed`, body: '{}' })).toEqual({ kind: 'too-late' })
    // A second post would have arrived before this request.
    await poster().post({ url: `${receiver.url}/after-closing`, body: '{}' })
    expect(receiver.posts.filter(({ path }) => path === '/cut-off')).toHaveLength(1)
    expect(receiver.connections).toBe(before + 1)
  })

  test('reports a receiver that hangs up, speaks no TLS or is gone as unreachable', async () => {
    receiver.behaveAt('/hang-up', { kind: 'hang-up' })
    const hungUp = await poster().post({ url: `${receiver.url}/hang-up`, body: '{}' })
    expect(hungUp).toEqual({ kind: 'unreachable', isSent: true })
    const gone = await httpReceiver()
    await gone.stop()
    for (const url of [`${receiver.url.replace('http:', 'https:')}/tls`, `${gone.url}/gone`])
      expect(await poster().post({ url, body: '{}' }), url).toEqual({ kind: 'unreachable' })
  })

  describe('over TLS', () => {
    let secured: HttpReceiver
    beforeAll(async () => {
      secured = await httpReceiver({ tls: selfSigned() })
    })
    afterAll(() => secured.stop())

    test('nothing is sent if the certificate is not trusted', async () => {
      const outcome = await poster().post({ url: `${secured.url}/untrusted`, body: '{}' })
      expect(outcome).toEqual({ kind: 'unreachable' })
      expect(secured.posts).toEqual([])
    })

    test('a message arrives, and a connection is reused', async () => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const own = poster()
      const before = secured.connections
      for (const path of ['/first', '/second'])
        expect(await own.post({ url: secured.url + path, body: '{}' })).toEqual({
          kind: 'answered',
          status: 204,
        })
      vi.unstubAllEnvs()
      expect(secured.posts.map(({ path }) => path)).toEqual(['/first', '/second'])
      expect(secured.connections).toBe(before + 1)
    })
  })

  test('nothing is sent once the lease is over', async () => {
    const outcome = await poster().post({
      url: `${receiver.url}/lease`,
      body: '{}',
      isStillMine: () => false,
    })
    expect(outcome).toEqual({ kind: 'too-late' })
    await poster().post({ url: `${receiver.url}/after-lease`, body: '{}' })
    expect(receiver.posts.map(({ path }) => path)).not.toContain('/lease')
  })
})

function poster(options: Partial<PosterOptions> = {}) {
  const own = openPoster({ isLocalAllowed: true, clock: () => NOW, limits: LIMITS, ...options })
  closing.push(own.close)
  return own
}

/** Promises keep-alive, but resets the connection at the second request. */
async function oneAnswerPerConnection() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n')
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
