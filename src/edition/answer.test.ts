import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Answer, answerOfBytes, makeAnswer } from './answer.ts'

const headers = { 'content-type': 'text/plain' }
const large = 'Candor. '.repeat(200)

function encodingsOf(answer: Answer) {
  return answer.variants.map(({ encoding }) => encoding)
}

test('an answer is stored as brotli, gzip and plain bytes of the same text', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  const [br, gzip, identity] = variants.map(({ bytes }) => bytes)
  expect(variants.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', 'identity'])
  expect(brotliDecompressSync(br as Buffer).toString()).toBe(large)
  expect(gunzipSync(gzip as Buffer).toString()).toBe(large)
  expect(identity?.toString()).toBe(large)
})

test('each encoding has its own strong ETag', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  const etags = variants.map(({ etag }) => etag)
  expect(new Set(etags).size).toBe(3)
  for (const { etag, headers: sent } of variants) {
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(sent.etag).toBe(etag)
  }
})

test('the same text has the same ETags in every process; another text has different ones', async () => {
  const etagsOf = async (body: string) =>
    (await makeAnswer({ headers, body })).variants.map(({ etag }) => etag)
  expect(await etagsOf(large)).toEqual(await etagsOf(large))
  const other = await etagsOf(`${large}.`)
  expect((await etagsOf(large)).filter((etag) => other.includes(etag))).toEqual([])
})

test('each encoding is named in its headers, and Vary keeps caches from mixing them', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  expect(variants.map(({ headers: sent }) => sent['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const { headers: sent } of variants) {
    expect(sent).toMatchObject({ 'content-type': 'text/plain', vary: 'Accept-Encoding' })
  }
})

test('a body that fits one packet is not compressed', async () => {
  expect(encodingsOf(await makeAnswer({ headers, body: 'x'.repeat(511) }))).toEqual(['identity'])
  expect(encodingsOf(await makeAnswer({ headers, body: 'x'.repeat(512) }))).toEqual([
    'br',
    'gzip',
    'identity',
  ])
})

test('the size of an answer includes all its encodings', async () => {
  const answer = await makeAnswer({ headers, body: large })
  expect(answer.byteLength).toBe(answer.variants.reduce((sum, { bytes }) => sum + bytes.length, 0))
  expect(answer.byteLength).toBeGreaterThan(Buffer.byteLength(large))
})

test('status and expiry are preserved; the defaults are 200 and no expiry', async () => {
  expect(await makeAnswer({ headers, body: '', status: 404, expiresAt: 7 })).toMatchObject({
    status: 404,
    expiresAt: 7,
  })
  expect(await makeAnswer({ headers, body: '' })).toMatchObject({ status: 200, expiresAt: undefined })
})

test('bytes that are already compressed are used as they are', () => {
  const answer = answerOfBytes({ headers, identity: Buffer.from('plain'), gzip: Buffer.from('packed') })
  expect(encodingsOf(answer)).toEqual(['gzip', 'identity'])
  expect(answer.variants[0]?.bytes.toString()).toBe('packed')
})
