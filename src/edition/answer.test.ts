import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Answer, answerOfBytes, makeAnswer } from './answer.ts'

const headers = { 'content-type': 'text/plain' }
const large = 'Candor. '.repeat(200)

function encodingsOf(answer: Answer) {
  return answer.variants.map(({ encoding }) => encoding)
}

test('an answer is kept as brotli, gzip and plain bytes of the same text', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  const [br, gzip, identity] = variants.map(({ bytes }) => bytes)
  expect(variants.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', 'identity'])
  expect(brotliDecompressSync(br as Buffer).toString()).toBe(large)
  expect(gunzipSync(gzip as Buffer).toString()).toBe(large)
  expect(identity?.toString()).toBe(large)
})

test('each encoding has a strong ETag of its own', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  const etags = variants.map(({ etag }) => etag)
  expect(new Set(etags).size).toBe(3)
  for (const { etag, headers: sent } of variants) {
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(sent.etag).toBe(etag)
  }
})

test('the same text has the same ETags in every process, another text has others', async () => {
  const etagsOf = async (body: string) =>
    (await makeAnswer({ headers, body })).variants.map(({ etag }) => etag)
  expect(await etagsOf(large)).toEqual(await etagsOf(large))
  const other = await etagsOf(`${large}.`)
  expect((await etagsOf(large)).filter((etag) => other.includes(etag))).toEqual([])
})

test('an encoding is named in its headers, and caches keep the encodings apart', async () => {
  const { variants } = await makeAnswer({ headers, body: large })
  expect(variants.map(({ headers: sent }) => sent['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const { headers: sent } of variants) {
    expect(sent).toMatchObject({ 'content-type': 'text/plain', vary: 'Accept-Encoding' })
  }
})

test('what fits one packet is not compressed', async () => {
  expect(encodingsOf(await makeAnswer({ headers, body: 'x'.repeat(511) }))).toEqual(['identity'])
  expect(encodingsOf(await makeAnswer({ headers, body: 'x'.repeat(512) }))).toEqual([
    'br',
    'gzip',
    'identity',
  ])
})

test('the size of an answer is that of everything kept for it', async () => {
  const answer = await makeAnswer({ headers, body: large })
  expect(answer.byteLength).toBe(answer.variants.reduce((sum, { bytes }) => sum + bytes.length, 0))
  expect(answer.byteLength).toBeGreaterThan(Buffer.byteLength(large))
})

test('status and last moment are kept; an answer without them is good and lasts', async () => {
  expect(await makeAnswer({ headers, body: '', status: 404, expiresAt: 7 })).toMatchObject({
    status: 404,
    expiresAt: 7,
  })
  expect(await makeAnswer({ headers, body: '' })).toMatchObject({ status: 200, expiresAt: undefined })
})

test('bytes that are compressed already are taken as they are', () => {
  const answer = answerOfBytes({ headers, identity: Buffer.from('plain'), gzip: Buffer.from('packed') })
  expect(encodingsOf(answer)).toEqual(['gzip', 'identity'])
  expect(answer.variants[0]?.bytes.toString()).toBe('packed')
})
