import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { sendAnswer } from './send-answer.ts'

const TEXT = 'All is well. '.repeat(100)
const app = Fastify()
let answer: Answer
let etags: string[]

beforeAll(async () => {
  answer = await makeAnswer({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: TEXT })
  etags = answer.variants.map(({ etag }) => etag)
  const missing = await makeAnswer({ status: 404, headers: { 'content-type': 'text/plain' }, body: TEXT })
  app.get('/page', async (request, reply) => sendAnswer(request, reply, answer))
  app.get('/missing', async (request, reply) => sendAnswer(request, reply, missing))
})

afterAll(() => app.close())

function get(headers: Record<string, string>, url = '/page') {
  return app.inject({ url, headers })
}

test('sends Brotli to clients that accept it, with the same text', async () => {
  const { statusCode, headers, rawPayload } = await get({ 'accept-encoding': 'gzip, deflate, br' })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/plain; charset=utf-8',
    etag: etags[0],
    vary: 'Accept-Encoding',
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(TEXT)
})

test("sends gzip to clients that don't accept Brotli", async () => {
  const { headers, rawPayload } = await get({ 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toBe(TEXT)
})

test.each([
  [{}],
  [{ 'accept-encoding': '' }],
  [{ 'accept-encoding': 'identity' }],
  [{ 'accept-encoding': '*' }],
  [{ 'accept-encoding': 'zstd, x-gzip, brotli' }],
])('sends plain bytes to everyone else: %o', async (headers) => {
  const response = await get(headers as Record<string, string>)
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.body).toBe(TEXT)
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.1', 'gzip'],
  ['br;Q=0,gzip;q=0', undefined],
  ['br;q=0.1', 'br'],
  ['br;q=1.0', 'br'],
])('a weight of zero is a refusal: %s', async (accepted, encoding) => {
  expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
})

test('recognizes the ETag of any encoding and returns the same one', async () => {
  expect(new Set(etags).size).toBe(3)
  for (const etag of etags) {
    const response = await get({ 'if-none-match': etag, 'accept-encoding': 'br' })
    expect(response.statusCode).toBe(304)
    expect(response.headers.etag).toBe(etag)
    expect(response.headers.vary).toBe('Accept-Encoding')
    expect(response.body).toBe('')
  }
})

test('recognizes an ETag in a list, a weak one, and the asterisk', async () => {
  for (const header of [`"other", ${etags[2]}`, `W/${etags[2]}`, '*']) {
    expect((await get({ 'if-none-match': header })).statusCode).toBe(304)
  }
})

test('any other ETag gets the whole answer', async () => {
  for (const header of ['"other"', '', `${etags[2]?.slice(0, -2)}"`, etags[2]?.replaceAll('"', '') ?? '']) {
    const response = await get({ 'if-none-match': header })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(TEXT)
  }
})

test('a missing page never gets a 304', async () => {
  expect((await get({ 'if-none-match': '*' }, '/missing')).statusCode).toBe(404)
})

test('HEAD has the headers of GET and no body', async () => {
  const headers = { 'accept-encoding': 'br' }
  const [head, full] = [
    await app.inject({ method: 'HEAD', url: '/page', headers }),
    await app.inject({ url: '/page', headers }),
  ]
  const { date: _, ...same } = full.headers
  expect(head.headers).toMatchObject(same)
  expect(head.headers['content-length']).toBe(String(answer.variants[0]?.bytes.length))
  expect(head.rawPayload).toHaveLength(0)
})
