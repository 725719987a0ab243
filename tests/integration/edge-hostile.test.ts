import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { mayHaveLost, mutatedStream } from '../support/mutated-requests.ts'
import { rawConnection } from '../support/raw-http.ts'
import { standingHolder, type TestApp, testApp, testConfig } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
const LAST = 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
/** Long enough for any answer to begin; a silent server is waiting for more input. */
const SAYS_NOTHING_MS = 150
const TURNS_OF_SILENCE = 100
const MUTATED = sized({ short: 40, long: 4_000 })
const AT_A_TIME = 8

let site: TestApp
let port: number
/** The same site behind Node's HTTP server only. */
let plain: TestApp
let plainPort: number

beforeAll(async () => {
  const holder = standingHolder(new Date())
  holder.hold(await demoEdition())
  site = await testApp({ holder })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
  plain = await testApp({ holder, config: { caches: { ...testConfig().caches, hasFastPath: false } } })
  await plain.app.listen({ port: 0, host: '127.0.0.1' })
  plainPort = (plain.app.server.address() as AddressInfo).port
  for (let round = 0; round < 2; round++) await site.app.inject(PAGE)
})

afterAll(async () => {
  await site.app.close()
  await plain.app.close()
})

describe('malformed requests get the same answers with and without the fast path, and no more of them', () => {
  const get = (...lines: string[]) =>
    `GET ${PAGE} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
  const smuggled = `GET /admin HTTP/1.1\r\nhost: a\r\n\r\n`
  test.each([
    ['a plain request', get('host: a')],
    ['length and chunks', `${get('host: a', 'content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n`],
    ['chunks and length', `${get('host: a', 'transfer-encoding: chunked', 'content-length: 5')}0\r\n\r\n`],
    ['a plain GET with chunks', `${get('host: a', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`],
    ['an unknown transfer encoding', `${get('host: a', 'transfer-encoding: xchunked')}0\r\n\r\n`],
    ['chunks after a tab', `${get('host: a', 'transfer-encoding:\tchunked')}0\r\n\r\n`],
    ['chunks with a space before the colon', `${get('host: a', 'transfer-encoding : chunked')}0\r\n\r\n`],
    ['two lengths', `${get('host: a', 'content-length: 1', 'content-length: 2')}ab`],
    ['the same length twice', `${get('host: a', 'content-length: 2', 'content-length: 2')}ab`],
    ['a list of lengths', `${get('host: a', 'content-length: 2, 2')}ab`],
    ['a signed length', `${get('host: a', 'content-length: +2')}ab`],
    ['a length in hex', `${get('host: a', 'content-length: 0x2')}ab`],
    ['a request in the body of a GET', get('host: a', `content-length: ${smuggled.length}`) + smuggled],
    ['a request after a length of zero', get('host: a', 'content-length: 0') + smuggled],
    ['a request after a plain one', get('host: a') + smuggled],
    ['a folded line', get('host: a', 'x-folded: a', ' b')],
    ['a folded length', `${get('host: a', 'content-length:', ' 2')}ab`],
    ['bare line feeds', get('host: a').replaceAll('\r\n', '\n')],
    ['one bare line feed', get('host: a', 'x: b\nx-smuggled: c')],
    ['a bare carriage return', get('host: a', 'x: b\rx-smuggled: c')],
    ['NUL in a value', get('host: a', 'x: b\0c')],
    ['NUL in a name', get('host: a', 'x\0: b')],
    ['NUL in the URL', get('host: a').replace(PAGE, `${PAGE}\0`)],
    ['two hosts', get('host: a', 'host: b')],
    ['no host', get('x: a')],
    ['no header at all', get()],
    ['an absolute URL', get('host: a').replace(PAGE, `http://other.example${PAGE}`)],
    ['a host in brackets', get('host: a').replace(PAGE, `[${PAGE}]`)],
    ['HTTP/1.0', get('host: a').replace('1.1', '1.0')],
    ['HTTP/0.9', `GET ${PAGE}\r\n\r\n`],
    ['HTTP/3.7', get('host: a').replace('1.1', '3.7')],
    ['a lower-case method', get('host: a').replace('GET', 'get')],
    ['a tab instead of a space', get('host: a').replace(' HTTP', '\tHTTP')],
    ['two spaces', get('host: a').replace(' HTTP', '  HTTP')],
    ['a leading empty line', `\r\n${get('host: a')}`],
    ['a leading space', ` ${get('host: a')}`],
    ['a name with a space', get('host: a', 'x y: b')],
    ['an empty name', get('host: a', ': b')],
    ['a line without a colon', get('host: a', 'nothing')],
    ['non-ASCII characters', get('host: a', 'x: M\xfcller')],
    ['an upgrade', get('host: a', 'connection: upgrade', 'upgrade: websocket')],
    [
      'an upgrade to HTTP/2',
      get('host: a', 'connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AA'),
    ],
    ['an expectation', `${get('host: a', 'expect: 100-continue', 'content-length: 2')}ab`],
    ['an unknown expectation', get('host: a', 'expect: the-spanish-inquisition')],
    ['a proxy header that closes the connection', get('host: a', 'proxy-connection: close')],
    ['close among other connection options', get('host: a', 'connection: x, close')],
    ['a header that is too large', get('host: a', `x: ${'y'.repeat(20_000)}`)],
    ['far too many headers', get('host: a', ...Array.from({ length: 3_000 }, (_, n) => `x${n}: 1`))],
    ['a header that is large, but not too large', get('host: a', `cookie: ${'y'.repeat(12_000)}`)],
    ['CONNECT', `CONNECT ${PAGE} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['the start of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    await expectTheSame(bytes)
  })

  // Many more, without a network: src/server/edge/differential.test.ts.
  test('mutated requests do, too', async () => {
    const paths = [PAGE, PAGE, PAGE, `${PAGE}?`, '/healthz', `${PAGE}?page=1`, '/api/nothing']
    const seeds = Array.from({ length: MUTATED }, (_, at) => `socket ${at}`)
    for (let from = 0; from < MUTATED; from += AT_A_TIME) {
      await Promise.all(
        seeds.slice(from, from + AT_A_TIME).map(async (seed) => {
          const bytes = Buffer.concat(mutatedStream(seed, paths).pieces).toString('latin1')
          const answers = await Promise.all([said(port, bytes), said(plainPort, bytes)])
          const [withFront, without] = answers.map(comparable) as [string, string]
          const isRace = mayHaveLost(withFront, without, [Buffer.from(bytes, 'latin1')])
          if (!isRace || hasFastAnswer(answers[0]))
            expect(withFront, `${seed}: ${JSON.stringify(bytes)}`).toBe(without)
        }),
      )
    }
  })
})

test('a request cut in two anywhere gets the same answer as a whole one', async () => {
  const bytes = `GET ${PAGE} HTTP/1.1\r\nHost: trust.example\r\nAccept-Encoding: gzip\r\nCookie: theme=dark\r\n\r\n`
  const client = await rawConnection(port)
  const ask = async (...pieces: string[]) => {
    for (const piece of pieces) {
      client.send(piece)
      await nextTurn()
      await nextTurn()
    }
    const { lines = [], body } = (await client.answer()) ?? {}
    // As text, which compares faster than bytes.
    return { lines: lines.filter((line) => !line.startsWith('Date:')), body: body?.toString('latin1') }
  }
  const whole = await ask(bytes)
  expect(whole.lines[0]).toBe('HTTP/1.1 200 OK')
  for (let at = 1; at < bytes.length; at++) {
    expect(await ask(bytes.slice(0, at), bytes.slice(at)), `cut at ${at}`).toEqual(whole)
  }
  client.close()
})

test('a request sent byte by byte is answered', async () => {
  const client = await rawConnection(port)
  for (const byte of `GET ${PAGE} HTTP/1.1\r\nHost: trust.example\r\n\r\n`) {
    client.send(byte)
    await nextTurn()
  }
  expect((await client.answer())?.status).toBe(200)
  client.close()
})

async function expectTheSame(bytes: string) {
  const [withFront, without] = await Promise.all([said(port, bytes), said(plainPort, bytes)])
  expect(comparable(withFront)).toEqual(comparable(without))
}

function comparable(text: string) {
  return text.replaceAll(/^(date|x-request-id):.*\r\n/gim, '')
}

/** Only answers of the site itself have a number. */
function hasFastAnswer(text: string) {
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/)
  return answers.some((answer) => /^HTTP\/1\.1 (200|304) /.test(answer) && !/^x-request-id:/im.test(answer))
}

/** Both servers run in this process: however slow the machine, by then they have done all they can. */
async function longEnough() {
  await sleep(SAYS_NOTHING_MS)
  for (let turn = 0; turn < TURNS_OF_SILENCE; turn++) await nextTurn()
}

/** The whole response to these bytes and to a final plain request on the same connection. */
async function said(to: number, bytes: string): Promise<string> {
  const socket = connect({ port: to, host: '127.0.0.1', noDelay: true })
  const received: Buffer[] = []
  socket.on('data', (data) => received.push(data))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(Buffer.from(bytes, 'latin1'))
  await Promise.race([once(socket, 'data'), closed, longEnough()])
  if (socket.writable) socket.write(LAST)
  await closed
  return Buffer.concat(received).toString('latin1')
}
