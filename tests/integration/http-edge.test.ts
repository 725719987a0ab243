import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ANYONE } from '../../src/server/http/guard.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { rawRequest } from '../support/raw-http.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const SECRET = 'password=hunter2'
const TOO_MANY_BYTES = 20_000

let site: TestApp
let port: number

beforeAll(async () => {
  const holder = standingHolder(new Date())
  holder.hold(await demoEdition())
  site = await testApp({
    holder,
    prepare: (app) => {
      app.post('/api/test/echo', { config: ANYONE }, async (request) => request.body)
      app.get('/api/test/broken', { config: ANYONE }, async () => {
        throw new Error(SECRET)
      })
      app.get('/test/broken', { config: ANYONE }, async () => {
        throw new Error(SECRET)
      })
    },
  })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
})

beforeEach(() => {
  site.log.length = 0
})

afterAll(() => site.app.close())

describe('bad API input gets a status, a sentence, and one log line', () => {
  const json = { 'content-type': 'application/json' }
  const BAD: [status: number, what: string, request: InjectOptions][] = [
    [404, 'an unknown cloud', { url: '/api/incident?cloud=nowhere' }],
    [404, 'an unknown cloud in the path', { url: '/api/dc_map/nowhere' }],
    [404, 'an unknown path', { url: '/api/nothing' }],
    [404, 'the bare prefix', { url: '/api' }],
    [404, 'an unknown path with another method', { method: 'POST', url: '/api/nothing', payload: 'x' }],
    [404, 'an unknown file of the build', { url: '/assets/gone-1a2b.js' }],
    [400, 'a missing cloud', { url: '/api/incident' }],
    [400, 'a malformed cloud', { url: '/api/incident?cloud=../../etc/passwd' }],
    [400, 'two clouds instead of one', { url: '/api/incident?cloud=northwall_net&cloud=northwall_one_net' }],
    [400, 'a page that is not a number', { url: '/api/incident?cloud=northwall_net&page=abc' }],
    [400, 'a negative page', { url: '/api/incident?cloud=northwall_net&page=-1' }],
    [400, 'an empty page', { url: '/api/incident?cloud=northwall_net&page=' }],
    [400, 'a huge page', { url: '/api/incident?cloud=northwall_net&page=1e30' }],
    [400, 'an invalid day', { url: '/api/incident?cloud=northwall_net&date=yesterday' }],
    [400, 'data centers that are not numbers', { url: '/api/incident?cloud=northwall_net&datacenter=paris' }],
    [400, 'an unknown type', { url: '/api/cloud-status?cloud=northwall_net&requestType=all' }],
    [
      400,
      'a week too far back',
      {
        url: '/api/cloud-status?cloud=northwall_net&requestType=public&dateOffset=13',
      },
    ],
    [400, 'an id that is not a number', { url: '/api/posts/first' }],
    [400, 'an impossible id', { url: '/api/posts/99999999999' }],
    [400, 'an unknown basic page', { url: '/api/basic-page/secrets' }],
    [400, 'a NUL in the query', { url: '/api/incident?cloud=%00' }],
    [400, 'a NUL in the path', { url: '/api/dc_map/%00' }],
    [400, 'an invalid percent escape', { url: '/api/dc_map/%zz' }],
    [400, 'an incomplete UTF-8 sequence', { url: '/api/dc_map/%E0%A4' }],
    [405, 'POST', { method: 'POST', url: '/api/global', payload: { a: 1 } }],
    [405, 'PUT of unreadable JSON', { method: 'PUT', url: '/api/global', headers: json, payload: '{' }],
    [405, 'DELETE', { method: 'DELETE', url: '/api/posts/1' }],
    [405, 'OPTIONS', { method: 'OPTIONS', url: '/healthz' }],
    [405, 'TRACE', { method: 'TRACE' as 'GET', url: '/api/global' }],
    [405, 'POST to a page', { method: 'POST', url: '/northwall.net', payload: { a: 1 } }],
    [405, 'DELETE of a file of the build', { method: 'DELETE', url: '/assets/site-1a2b.js' }],
    [405, 'POST to a probe', { method: 'POST', url: '/healthz' }],
    [
      415,
      'XML instead of JSON',
      {
        method: 'POST',
        url: '/api/test/echo',
        headers: { 'content-type': 'application/xml' },
        payload: '<a/>',
      },
    ],
    [415, 'a body without a type', { method: 'POST', url: '/api/test/echo', payload: 'a' }],
    [400, 'invalid JSON', { method: 'POST', url: '/api/test/echo', headers: json, payload: '{"a":' }],
    [
      400,
      'an empty body instead of JSON',
      { method: 'POST', url: '/api/test/echo', headers: json, payload: '' },
    ],
    [
      400,
      'JSON with prototype keys',
      {
        method: 'POST',
        url: '/api/test/echo',
        headers: json,
        payload: '{"__proto__":{"isAdmin":true}}',
      },
    ],
    [
      413,
      'a body that is too large',
      {
        method: 'POST',
        url: '/api/test/echo',
        headers: json,
        payload: JSON.stringify({ text: 'x'.repeat(70_000) }),
      },
    ],
  ]

  test.each(BAD)('%i: %s', async (status, _what, request) => {
    const { statusCode, headers, body } = await site.app.inject(request)
    expect([statusCode, body]).toEqual([status, expect.any(String)])
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const { message, ...rest } = JSON.parse(body)
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(Object.keys(rest)).toEqual('errors' in rest ? ['errors'] : [])
    expect(body).not.toMatch(/node_modules|\.ts\b|at .*\(/)
    if (status === 405) expect(headers.allow).toMatch(/^GET, HEAD(, OPTIONS)?$/)
    expect(site.log).toEqual([
      expect.objectContaining({ level: 30, status, path: String(request.url).split('?')[0] }),
    ])
  })

  test('errors are named by field', async () => {
    const { errors, message } = (await site.app.inject('/api/cloud-status?requestType=all&cloud=a')).json()
    expect(errors).toEqual({ requestType: expect.any(String) })
    expect(message).toMatch(/^Query parameter "requestType" /)
    expect((await site.app.inject('/api/incident')).json()).toEqual({
      message: 'Query parameter "cloud" is missing.',
      errors: { cloud: 'is missing' },
    })
  })
})

describe('a bad page URL gets an error page and one log line', () => {
  test.each([
    [400, '/%00'],
    [404, '/northwall.net/%E2%80%A8'],
    [404, '/northwall.net/faq%E2%80%A9'],
    [400, '/northwall.net/%0d%0aset-cookie:a=b'],
    [400, '/%'],
    [400, '/%zz'],
    [400, '/%C3%28'],
    [400, '//'],
    [400, '//evil.example'],
    [400, '//evil.example//evil.example/'],
    [400, '/..//evil.example/'],
    [400, '/.//evil.example/%2e%2e'],
    [400, '/%5Cevil.example/'],
  ])('%i: %s', async (status, url) => {
    const { statusCode, headers, body } = await site.app.inject(url)
    expect(statusCode).toBe(status)
    expect(headers.location).toBeUndefined()
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    expect(body).toContain(`<h1>Error ${status}</h1>`)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<nav class=')
    expect(site.log).toMatchObject([{ level: 30, status }])
  })
})

describe('a server error', () => {
  test('is logged once with its cause, and answered without it', async () => {
    const { statusCode, body } = await site.app.inject('/api/test/broken')
    expect(statusCode).toBe(500)
    expect(JSON.parse(body)).toEqual({ message: 'Something went wrong on our side. It has been logged.' })
    expect(site.log).toMatchObject([{ level: 50, path: '/api/test/broken', err: { message: SECRET } }])
  })

  test('is an HTML page for readers', async () => {
    const { statusCode, headers, body } = await site.app.inject('/test/broken')
    expect(statusCode).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>Error 500</h1>')
    expect(body).not.toContain('hunter2')
    expect(site.log).toHaveLength(1)
  })
})

describe('requests that reach no route', () => {
  test('too many headers are rejected with 431', async () => {
    const answer = await rawRequest(
      port,
      `GET / HTTP/1.1\r\nhost: a\r\nx-large: ${'x'.repeat(TOO_MANY_BYTES)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(bodyOf(answer)).toEqual({ message: 'The headers of the request are too large.' })
    expect(site.log).toMatchObject([{ level: 30, status: 431 }])
  })

  test('a cookie of 20 kB is rejected, too', async () => {
    const cookie = `cloud=${'x'.repeat(TOO_MANY_BYTES)}`
    expect(await rawRequest(port, `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })

  test.each([
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['a header without an end', 'GET / HTTP/1.1\r\nhost a\r\n\r\n'],
    ['an invalid method', 'STEAL / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a missing host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'a smuggled body',
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
    ],
    ['a space in the URL', 'GET /a b HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('%s is answered with 400', async (_what, bytes) => {
    const answer = await rawRequest(port, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toMatch(/node_modules|\bat /)
    expect(site.log.filter(({ level }) => level > 30)).toEqual([])
    expect(site.log.length).toBeLessThanOrEqual(1)
  })

  test.each([
    'GET http://evil.example/ HTTP/1.1',
    'GET http://evil.example:99999/ HTTP/1.1',
    'GET x:99999 HTTP/1.1',
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET /\\evil.example/ HTTP/1.1',
    'GET /\\\\evil.example HTTP/1.1',
    'GET /%2F%2Fevil.example/ HTTP/1.1',
  ])('%s is rejected, and redirects nowhere', async (line) => {
    const answer = await rawRequest(port, `${line}\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toMatch(/^location:/im)
    expect(site.log.length).toBeLessThanOrEqual(1)
  })

  function bodyOf(answer: string) {
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  }
})

test('every kind of answer has the security headers and its own request ID', async () => {
  const kinds: InjectOptions[] = [
    { url: '/northwall.net' },
    { url: '/nowhere' },
    { url: '/' },
    { url: '/northwall.net/' },
    { url: '/?cloud=trust.northwall.net' },
    { url: '/%zz' },
    { url: '/%00' },
    { url: '/api/global' },
    { url: '/api/nothing' },
    { url: '/api/incident' },
    { path: '/api/test/broken' },
    { url: '/api/docs' },
    { url: '/api/openapi.json' },
    { url: '/assets/site-1a2b.js' },
    { url: '/healthz' },
    { url: '/readyz' },
    { url: '/metrics' },
    { url: '/robots.txt' },
    { url: '/sitemap.xml' },
    { method: 'HEAD', url: '/northwall.net' },
    { method: 'POST', url: '/northwall.net' },
    { method: 'TRACE' as 'GET', url: '/' },
    { url: '/api/global', headers: { 'if-none-match': '*' } },
  ]
  const ids = new Set<unknown>()
  for (const request of kinds) {
    const { headers } = await site.app.inject(request)
    const what = `${request.method ?? 'GET'} ${request.url}`
    expect(headers['content-security-policy'], what).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    )
    expect(headers['content-security-policy'], what).not.toContain('unsafe')
    expect(headers, what).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
    })
    expect(headers, what).not.toHaveProperty('x-powered-by')
    ids.add(headers['x-request-id'])
  }
  expect(ids.size).toBe(kinds.length)
  expect([...ids].every((id) => /^[0-9a-f-]{36}$/.test(String(id)))).toBe(true)
})

test('the request ID of the answer is the one in the log, and never taken from the client', async () => {
  const { headers } = await site.app.inject({
    url: '/api/nothing',
    headers: { 'x-request-id': 'mine\nforged' },
  })
  expect(headers['x-request-id']).not.toContain('mine')
  expect(site.log[0]?.reqId).toBe(headers['x-request-id'])
})

describe('content security policy reports', () => {
  const violation = { effectiveDirective: 'script-src-elem', blockedURL: 'https://elsewhere.example/x.js' }
  const post = (payload: string | object, type: string, headers = {}) =>
    site.app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { 'content-type': type, ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  test('are accepted in both formats at the URL that every page names', async () => {
    const { headers } = await site.app.inject('/northwall.net')
    const [, path] = /csp="([^"]+)"/.exec(String(headers['reporting-endpoints'])) ?? []
    expect(path).toBe('/api/csp-reports')
    const inNewForm = [
      { type: 'csp-violation', body: { ...violation, documentURL: 'https://a.example/faq?q=me' } },
    ]
    const foreign = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
    const answers = [
      await post(inNewForm, 'application/reports+json', foreign),
      await post({ 'csp-report': violation }, 'application/csp-report; charset=utf-8'),
      await post(inNewForm, 'application/reports+json'),
    ]
    for (const { statusCode, body, headers } of answers) {
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
      expect(headers).not.toHaveProperty('set-cookie')
    }
    expect(await site.metrics.registry.metrics()).toContain(
      'candor_csp_reports_total{directive="script-src-elem"} 3',
    )
    expect(site.log.map(({ msg, blocked, page }) => ({ msg, blocked, page }))).toEqual([
      {
        msg: 'The content security policy blocked something',
        blocked: 'https://elsewhere.example',
        page: '/faq',
      },
      {
        msg: 'The content security policy blocked something',
        blocked: 'https://elsewhere.example',
        page: '/unknown',
      },
    ])
  })

  test.each([
    [400, '{}', 'application/csp-report'],
    [400, '{"csp-report":', 'application/csp-report'],
    [400, '', 'application/reports+json'],
    [400, '"text"', 'application/reports+json'],
    [413, `[${'{},'.repeat(9_000)}{}]`, 'application/reports+json'],
    [415, '{"csp-report":{}}', 'text/plain'],
    [415, '{"csp-report":{}}', 'application/json'],
  ])('%i for %.20s as %s', async (status, payload, type) => {
    const { statusCode, body } = await post(payload, type)
    expect([statusCode, Object.keys(JSON.parse(body))]).toEqual([status, ['message']])
  })

  test('are rejected with other methods', async () => {
    const { statusCode, headers } = await site.app.inject('/api/csp-reports')
    expect([statusCode, headers.allow]).toEqual([405, 'POST'])
  })
})
