import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sized } from '../../../tests/size.ts'
import { type Head, readHead } from './read-head.ts'

const PLAIN = 'GET /northwall.net?page=2 HTTP/1.1\r\nHost: trust.example\r\nAccept-Encoding: gzip, br\r\n\r\n'

function read(text: string) {
  return readHead(Buffer.from(text, 'latin1'))
}

function withHeader(line: string) {
  return read(PLAIN.replace('Accept-', `${line}\r\nAccept-`))
}

describe('a head that can be read in only one way', () => {
  test('is read, whatever the case of its header names', () => {
    expect(read(PLAIN)).toEqual({
      isPlainGet: true,
      url: '/northwall.net?page=2',
      end: PLAIN.length,
      bodyLength: 0,
      acceptEncoding: 'gzip, br',
      ifNoneMatch: undefined,
      cookie: undefined,
      fetchSite: undefined,
      hasAuthorization: false,
    })
    expect(withHeader('COOKIE:\t a=b; c=d \t')).toMatchObject({ cookie: 'a=b; c=d' })
    expect(withHeader('if-NONE-match:"x"')).toMatchObject({ ifNoneMatch: '"x"' })
    expect(withHeader('Sec-Fetch-Site: same-origin')).toMatchObject({ fetchSite: 'same-origin' })
    expect(withHeader('Authorization: Bearer x')).toMatchObject({ hasAuthorization: true })
    expect(withHeader('Connection: Keep-Alive')).toMatchObject({ isPlainGet: true })
  })

  test('ends at its blank line, whatever follows', () => {
    expect(read(`${PLAIN}GET / HTTP/1.1\r\n`)).toMatchObject({ end: PLAIN.length, isPlainGet: true })
  })

  test('is readable but not plain with a body or another method', () => {
    expect(withHeader('Content-Length: 12')).toMatchObject({ isPlainGet: false, bodyLength: 12 })
    expect(withHeader('Content-Length: 0')).toMatchObject({ isPlainGet: false, bodyLength: 0 })
    expect(withHeader('Range: bytes=0-1')).toMatchObject({ isPlainGet: false })
    expect(read(PLAIN.replace('GET', 'HEAD'))).toMatchObject({ isPlainGet: false })
  })
})

describe('everything else', () => {
  test.each([
    ['two hosts', 'Host: other.example'],
    ['a chunked body', 'Transfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 1'],
    ['a length that is not a number', 'Content-Length: +1'],
    ['a length with many digits', 'Content-Length: 12345678901'],
    ['an upgrade', 'Upgrade: websocket'],
    ['a closing connection', 'Connection: close'],
    ['more than one connection option', 'Connection: keep-alive, x'],
    ['the old name of that header', 'Proxy-Connection: close'],
    ['an expectation', 'Expect: 100-continue'],
    ['trailers', 'Trailer: x'],
    ['a folded line', 'X-Folded: a\r\n b'],
    ['a name with a space', 'X Name: a'],
    ['a space before the colon', 'Cookie : a=b'],
    ['an empty name', ': a'],
    ['a line without a colon', 'Nothing'],
    ['NUL', 'X-Nul: a\0b'],
    ['a bare CR', 'X-Cr: a\rb'],
    ['a bare LF', 'X-Lf: a\nb'],
    ['non-ASCII characters', 'X-Name: M\xfcller'],
    ['two cookies', 'Cookie: a=b\r\nCookie: c=d'],
    ['two encodings', 'Accept-Encoding: br'],
    ['too many headers', Array.from({ length: 120 }, (_, n) => `X-${n}: 1`).join('\r\n')],
    ['a header that is too long', `X-Long: ${'x'.repeat(9_000)}`],
  ])('%s goes to the HTTP server', (_what, line) => {
    expect(withHeader(line)).toBe('odd')
  })

  test.each([
    PLAIN.replace('GET', 'get'),
    PLAIN.replace('GET /', 'GET  /'),
    PLAIN.replace(' HTTP/1.1', '  HTTP/1.1'),
    PLAIN.replace('HTTP/1.1', 'HTTP/1.0'),
    PLAIN.replace('HTTP/1.1', 'HTTP/2.0'),
    PLAIN.replace(' /northwall', ' http://a/northwall'),
    PLAIN.replace(' /northwall', ' northwall'),
    PLAIN.replace('?page', '\t?page'),
    PLAIN.replace('GET', 'PROPFINDANDMORE'),
    PLAIN.replaceAll('\r\n', '\n'),
    PLAIN.replace(/Host: .*?\r\n/, ''),
    PLAIN.replace('Host: trust.example', 'Host: '),
    `\r\n${PLAIN}`,
    ` ${PLAIN}`,
    '\x16\x03\x01\x02\x00\x01\x00',
  ])('%j goes to the HTTP server', (text) => {
    expect(read(text)).toBe('odd')
  })
})

test('a head cut anywhere is waited for', () => {
  for (let at = 0; at < PLAIN.length; at++) expect(read(PLAIN.slice(0, at)), `${at}`).toBe('cut')
})

test('never throws, and only accepts well-formed heads', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'GET ',
      '/a ',
      'HTTP/1.1',
      '\r\n',
      '\r\n\r\n',
      'Host: a',
      ':',
      ' ',
      'Content-Length: 5',
      '\n',
      '\0',
    ),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('')
      const head = read(text)
      if (typeof head === 'string') return
      expectWhole(text, head)
    }),
    { numRuns: sized({ short: 2_000, long: 500_000 }) },
  )
})

function expectWhole(text: string, { url, end }: Head) {
  expect(text.slice(0, end)).toMatch(/^[A-Z]{1,10} \/[!-~]* HTTP\/1\.1\r\n([!-9;-~]+:[\t -~]*\r\n)+\r\n$/)
  expect(text.slice(0, end).split('\r\n\r\n')).toHaveLength(2)
  expect(text).toContain(` ${url} `)
}
