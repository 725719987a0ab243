import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

let site: TestApp
let address: string

beforeAll(async () => {
  const holder = standingHolder(new Date())
  holder.hold(await demoEdition())
  site = await testApp({ holder })
  address = `${await site.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
})

afterAll(() => site.app.close())

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}

describe('MCP over HTTP', () => {
  const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

  test('pages of other sites may call it, and get the same with or without a cookie', async () => {
    const headers = {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
      cookie: 'session=abc',
    }
    const [foreign, plain] = [await post(PING, headers), await post(PING)]
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(foreign.headers.get('access-control-allow-credentials')).toBeNull()
    expect(foreign.headers.get('cache-control')).toBe('private, no-store')
    expect(foreign.headers.get('set-cookie')).toBeNull()
    expect(await foreign.json()).toEqual(await plain.json())
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
  })

  test('there is neither a stream nor a session', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(address, { method, headers: { accept: 'text/event-stream' } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
    const answer = await post(PING)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each([
    ['a batch', `[${PING},${PING}]`, 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['invalid JSON', '{"jsonrpc"', 400, -32700],
    ['JSON that is not a message', '"hello"', 400, -32700],
  ])('%s is rejected with a protocol error', async (_, body, status, code) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code }, id: null })
  })

  test('too large a body and the wrong type are rejected', async () => {
    expect((await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }))).status).toBe(
      413,
    )
    expect((await post(PING, { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('without content it says so, and recovers once there is some', async () => {
    const empty = await testApp({ holder: standingHolder(new Date()) })
    const answer = await empty.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: PING,
    })
    expect(answer.statusCode).toBe(503)
    await empty.app.close()
  })
})
