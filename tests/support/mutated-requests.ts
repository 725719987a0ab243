import { seededRandom } from '../../src/domain/threat-replay/seeded-random.ts'

export interface MutatedStream {
  pieces: Buffer[]
  /** Before each piece: whether everything sent so far is read and answered first. */
  waits: boolean[]
}

type Random = () => number

/**
 * Whether two servers that read the same stream may differ like this. Node refuses a broken request
 * immediately, and hangs up on CONNECT, even if it has not answered yet what it read before. How many
 * answers that costs depends on timing, unless the client waits for them.
 */
export function mayHaveLost(one: string, other: string, pieces: readonly Buffer[]): boolean {
  const isRefused = [one, other].some((text) => REFUSAL.test(text))
  if (!isRefused && !Buffer.concat(pieces).includes('CONNECT ')) return false
  const [answered = '', otherAnswered = ''] = [one, other].map((text) => text.split(REFUSAL, 1)[0])
  return answered.startsWith(otherAnswered) || otherAnswered.startsWith(answered)
}

const REFUSAL = /HTTP\/1\.1 4(?:00|31) /

/**
 * What a client sends over one connection: one to three requests as browsers, proxies and programs write them, most of
 * them damaged in one to three places, in one or several pieces. The same seed gives the same bytes.
 */
export function mutatedStream(seed: string, paths: readonly string[]): MutatedStream {
  const random = seededRandom(seed)
  const count = pick(random, [1, 1, 1, 2, 2, 3])
  let text = ''
  const ends: number[] = []
  for (let each = 0; each < count; each++) {
    text += mutatedRequest(random, paths)
    ends.push(text.length)
  }
  return inPieces(random, Buffer.from(text, 'latin1'), ends)
}

interface Parts {
  method: string
  target: string
  version: string
  headers: string[]
  body: string
}

function mutatedRequest(random: Random, paths: readonly string[]): string {
  const parts = soundRequest(random, paths)
  const mutations = pick(random, [0, 0, 0, 1, 1, 1, 2, 3])
  for (let each = 0; each < mutations; each++) pick(random, PART_MUTATIONS)(parts, random)
  const { method, target, version, headers, body } = parts
  let text = `${method} ${target} ${version}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`
  if (random() < 0.2) text = pick(random, BYTE_MUTATIONS)(text, random)
  return text
}

function soundRequest(random: Random, paths: readonly string[]): Parts {
  const headers = ['Host: trust.example', ...usualHeaders(random)]
  const target = pick(random, paths)
  if (random() < 0.75) return { method: 'GET', target, version: 'HTTP/1.1', headers, body: '' }
  const body = pick(random, ['', 'abc', '{"name":"a"}', SMUGGLED])
  if (random() < 0.5) {
    headers.push(`Content-Length: ${body.length}`)
    return { method: 'POST', target, version: 'HTTP/1.1', headers, body }
  }
  headers.push('Transfer-Encoding: chunked')
  return { method: 'POST', target, version: 'HTTP/1.1', headers, body: chunked(random, body) }
}

function chunked(random: Random, body: string) {
  const size = body.length.toString(16)
  const extension = pick(random, ['', '', '', ';x', ';x=y', ';x="y"'])
  const trailer = pick(random, ['', '', '', 'X-Trailer: a\r\n', 'Content-Length: 3\r\n'])
  return body === '' ? `0\r\n${trailer}\r\n` : `${size}${extension}\r\n${body}\r\n0\r\n${trailer}\r\n`
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'

const USUAL_HEADERS = [
  'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'accept-encoding: gzip, deflate, br, zstd',
  'Accept-Encoding: br;q=0, gzip',
  'Accept-Language: de-CH,de;q=0.9',
  'Connection: keep-alive',
  'connection: Keep-Alive',
  'Cookie: theme=dark; other="x y"',
  'If-None-Match: W/"abc", "def"',
  'if-none-match: *',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: navigate',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'X-Forwarded-For: 192.0.2.1, 198.51.100.7',
  'Authorization: Bearer abc.def',
  'Cache-Control: max-age=0',
  'Via: 1.1 proxy.example',
  'X-Empty:',
  'X-Blanks: \t a \t b \t ',
]

function usualHeaders(random: Random): string[] {
  const byName = new Map<string, string>()
  for (let left = Math.floor(random() * 6); left > 0; left--) {
    const line = pick(random, USUAL_HEADERS)
    byName.set(line.split(':', 1).join('').toLowerCase(), line)
  }
  return [...byName.values()]
}

const ODD_HEADERS = [
  'Host: other.example',
  'Host:',
  'host : a',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: 36',
  'Content-Length: +3',
  'Content-Length: -1',
  'Content-Length: 3, 3',
  'Content-Length: 0x3',
  'Content-Length: 3 3',
  'Content-Length:',
  'Content-Length: 00000000003',
  'Content-Length: 99999999999999999999',
  'Content-Length : 3',
  'Content_Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:',
  'Connection: close',
  'Connection: keep-alive, close',
  'Connection: x',
  'Connection: upgrade',
  'Connection: Content-Length',
  'Proxy-Connection: close',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: x',
  'Trailer: Host',
  'TE: trailers',
  'Range: bytes=0-3',
  'Cookie: second=1',
  'Accept-Encoding: identity',
  'If-None-Match: "def"',
  'Sec-Fetch-Site: none',
  'X Name: a',
  ': a',
  'Nothing',
  ' folded',
  '\tfolded',
  'X-Folded: a\r\n b',
  'X-Bare-Cr: a\rb',
  'X-Bare-Lf: a\nX-Other: b',
  'X-Cr-End: a\r',
  'X-Nul: a\0b',
  'X-\0Nul: a',
  'X-High: M\xfcller\xff',
  'X-H\xe4: a',
  'X-Control: \x01\x7f',
  'X-Del\x7f: a',
  'X-Colon:: a',
  "!#$%&'*+-.^_`|~09az: a",
  'X"Quote: a',
  'X(Brackets): a',
  'X@At: a',
]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'CONNECT', 'PROPFIND']
const ODD_METHODS = [
  'get',
  'Get',
  'G',
  'GETT',
  'GE',
  'PRI',
  'SOURCE',
  'M-SEARCH',
  'QUERY',
  'ABCDEFGHIJK',
  '',
  'G\0T',
  ' GET',
  '\r\nGET',
  '\nGET',
]
const ODD_TARGETS = [
  '*',
  '',
  ' /',
  '//',
  '/ /',
  'http://other.example/',
  'HTTP://a/',
  'a:80',
  '[/]',
  '?',
  '#',
  '/\t',
  '/\0',
  '/\xfc',
  '/\x7f',
  '/a\rb',
  '/a\nb',
  '/#a',
  '/##',
  '/"<>\\^`{|}',
  '/%',
  '/%00',
  '/..',
  '/;',
  '/?a?b#c#d',
]
const ODD_VERSIONS = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP/1.1 ',
  ' HTTP/1.1',
  'HTTP/1.10',
  'HTTP/01.1',
  'HTTP/1',
  'http/1.1',
  'HTTP',
  'RTSP/1.0',
  'ICE/1.0',
  'HTTP/1.1\r',
  'HTTP/1,1',
  'HTTP/1.1\0',
  '',
]
const BREAKS = [
  '\n',
  '\r',
  '\r\r\n',
  '\n\r',
  '\r\n\r\n',
  '',
  ' \r\n',
  '\0\r\n',
  '\r\n ',
  '\r\n\t',
  '\v',
  '\f',
]
const BYTES = [
  '\0',
  '\x01',
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  ' ',
  '"',
  '#',
  '%',
  '+',
  ',',
  ':',
  ';',
  '?',
  '0',
  '9',
  'A',
  'z',
  '\x7f',
  '\x80',
  '\xa0',
  '\xff',
]

const PART_MUTATIONS: ((parts: Parts, random: Random) => void)[] = [
  (parts, random) => {
    parts.method = pick(random, METHODS)
  },
  (parts, random) => {
    parts.method = pick(random, ODD_METHODS)
  },
  (parts, random) => {
    parts.target = pick(random, ODD_TARGETS)
  },
  (parts, random) => {
    parts.target += pick(random, ODD_TARGETS)
  },
  (parts, random) => {
    parts.version = pick(random, ODD_VERSIONS)
  },
  addHeader,
  addHeader,
  addHeader,
  addHeader,
  ({ headers }, random) => {
    const at = Math.floor(random() * headers.length)
    headers.push(headers[at] ?? '')
  },
  ({ headers }, random) => {
    headers.splice(Math.floor(random() * headers.length), 1)
  },
  ({ headers }, random) => {
    const at = Math.floor(random() * headers.length)
    headers[at] = pick(random, CASES)(headers[at] ?? '')
  },
  ({ headers }, random) => {
    const at = Math.floor(random() * headers.length)
    headers[at] = headers[at]?.replace(':', pick(random, [' :', '\t:', ':\t', ':', ':  ', '::', ''])) ?? ''
  },
  ({ headers }, random) => {
    const length = pick(random, [100, 2_000, 8_100, 8_192, 16_000, 16_400, 20_000])
    headers.push(`X-Long: ${'y'.repeat(length)}`)
  },
  ({ headers }, random) => {
    const count = pick(random, [90, 99, 100, 101, 500, 2_100])
    for (let each = 0; each < count; each++) headers.push(`X${each}: 1`)
  },
  (parts, random) => {
    parts.target += 'y'.repeat(pick(random, [2_000, 8_000, 8_192, 16_400]))
  },
  (parts, random) => {
    parts.body += pick(random, [SMUGGLED, 'abc', '\r\n', '0\r\n\r\n', '\0', 'x'.repeat(5_000)])
  },
  (parts) => {
    parts.body = parts.body.slice(0, -1)
  },
]

function addHeader({ headers }: Parts, random: Random) {
  headers.splice(Math.floor(random() * (headers.length + 1)), 0, pick(random, ODD_HEADERS))
}

const CASES = [
  (line: string) => line.toLowerCase(),
  (line: string) => line.toUpperCase(),
  (line: string) => ` ${line}`,
  (line: string) => `${line} `,
]

const BYTE_MUTATIONS: ((text: string, random: Random) => string)[] = [
  (text, random) => splice(text, placeIn(text, random), 1, pick(random, BYTES)),
  (text, random) => splice(text, placeIn(text, random), 0, pick(random, BYTES)),
  (text, random) => splice(text, placeIn(text, random), 1, ''),
  (text, random) => splice(text, breakIn(text, random), 2, pick(random, BREAKS)),
  (text, random) => splice(text, breakIn(text, random), 2, pick(random, BREAKS)),
  (text) => text.replaceAll('\r\n', '\n'),
  (text, random) => text.slice(0, placeIn(text, random)),
  (text, random) => pick(random, BREAKS) + text,
  (text, random) => {
    const from = placeIn(text, random)
    return splice(text, from, 0, text.slice(from, placeIn(text, random)))
  },
]

function splice(text: string, at: number, count: number, put: string) {
  return text.slice(0, at) + put + text.slice(at + count)
}

function placeIn(text: string, random: Random) {
  return Math.floor(random() * text.length)
}

function breakIn(text: string, random: Random) {
  const at = text.indexOf('\r\n', placeIn(text, random))
  return at === -1 ? text.length : at
}

/** Cut between requests, near such a place, or anywhere. */
function inPieces(random: Random, bytes: Buffer, ends: number[]): MutatedStream {
  const cuts = new Set<number>()
  const isCut = random() < 0.7
  if (isCut)
    for (const end of ends) if (random() < 0.8) cuts.add(end + pick(random, [0, 0, 0, 0, 0, 0, -1, -2, 1]))
  const more = isCut ? pick(random, [0, 0, 0, 0, 1, 2, 4]) : 0
  for (let each = 0; each < more; each++) cuts.add(Math.floor(random() * bytes.length))
  const pieces: Buffer[] = []
  let from = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut <= from || cut >= bytes.length) continue
    pieces.push(bytes.subarray(from, cut))
    from = cut
  }
  pieces.push(bytes.subarray(from))
  const isPatient = random() < 0.7
  return { pieces, waits: pieces.map(() => isPatient || random() < 0.3) }
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}
