export interface Head {
  /** A GET without a body, Range or anything else that a cached answer would have to consider. */
  isPlainGet: boolean
  url: string
  end: number
  bodyLength: number
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  cookie: string | undefined
  fetchSite: string | undefined
  hasAuthorization: boolean
}

/** `cut`: well-formed but incomplete. `odd`: left to the HTTP server. */
export type HeadRead = Head | 'cut' | 'odd'

/** Longer heads are rare. The HTTP server has an answer for them. */
const LONGEST_HEAD_BYTES = 8 * 1024
const MOST_HEADERS = 100
const LONGEST_METHOD = 10

const [TAB, LF, CR, SPACE, COLON, SLASH] = [9, 10, 13, 32, 58, 47]
const VERSION = Buffer.from('HTTP/1.1\r\n')

/**
 * Single spaces, CRLF only, printable ASCII, one Host, at most one plain length. Everything else is `odd`: it
 * is never an error and never answered here.
 */
export function readHead(bytes: Buffer): HeadRead {
  const length = Math.min(bytes.length, LONGEST_HEAD_BYTES)
  const isCut = bytes.length <= LONGEST_HEAD_BYTES
  const atEnd = () => (isCut ? 'cut' : 'odd')

  let at = 0
  while (at < length && isUpperCase(bytes[at] as number)) at++
  if (at > LONGEST_METHOD) return 'odd'
  if (at === length) return atEnd()
  if (at === 0 || bytes[at] !== SPACE) return 'odd'
  const isGet = at === 3 && bytes[0] === 71 && bytes[1] === 69 && bytes[2] === 84

  const target = ++at
  if (at < length && bytes[at] !== SLASH) return 'odd'
  while (at < length && TARGET[bytes[at] as number] === 1) at++
  if (at === length) return atEnd()
  if (bytes[at] !== SPACE) return 'odd'
  const targetEnd = at++

  for (let of = 0; of < VERSION.length; of++, at++) {
    if (at === length) return atEnd()
    if (bytes[at] !== VERSION[of]) return 'odd'
  }

  const seen = new Seen(bytes)
  for (let headers = 0; headers <= MOST_HEADERS; headers++) {
    if (at === length) return atEnd()
    if (bytes[at] === CR) {
      if (at + 1 === length) return atEnd()
      return bytes[at + 1] === LF ? seen.toHead({ isGet, target, targetEnd, end: at + 2 }) : 'odd'
    }
    const name = at
    while (at < length && NAME[bytes[at] as number] === 1) at++
    if (at === length) return atEnd()
    if (at === name || bytes[at] !== COLON) return 'odd'
    const nameEnd = at++
    while (at < length && isBlank(bytes[at] as number)) at++
    const value = at
    while (at < length && VALUE[bytes[at] as number] === 1) at++
    if (at === length) return atEnd()
    if (bytes[at] !== CR) return 'odd'
    if (at + 1 === length) return atEnd()
    if (bytes[at + 1] !== LF) return 'odd'
    let valueEnd = at
    while (valueEnd > value && isBlank(bytes[valueEnd - 1] as number)) valueEnd--
    at += 2
    if (!seen.take(name, nameEnd, value, valueEnd)) return 'odd'
  }
  return 'odd'
}

class Seen {
  readonly #bytes: Buffer
  #hosts = 0
  #hasRange = false
  #hasAuthorization = false
  #bodyLength: number | undefined
  #acceptEncoding: string | undefined
  #ifNoneMatch: string | undefined
  #cookie: string | undefined
  #fetchSite: string | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** False if only the HTTP server can handle this header. */
  take(name: number, nameEnd: number, value: number, valueEnd: number): boolean {
    const bytes = this.#bytes
    switch (nameEnd - name) {
      case 4:
        return !isWord(bytes, name, 'host') || (++this.#hosts === 1 && value < valueEnd)
      case 5:
        if (isWord(bytes, name, 'range')) this.#hasRange = true
        return true
      case 6:
        if (isWord(bytes, name, 'expect')) return false
        if (!isWord(bytes, name, 'cookie')) return true
        if (this.#cookie !== undefined) return false
        this.#cookie = this.#text(value, valueEnd)
        return true
      case 7:
        return !isWord(bytes, name, 'upgrade') && !isWord(bytes, name, 'trailer')
      case 10:
        return (
          !isWord(bytes, name, 'connection') ||
          (valueEnd - value === 10 && isWord(bytes, value, 'keep-alive'))
        )
      case 13:
        if (isWord(bytes, name, 'authorization')) this.#hasAuthorization = true
        if (!isWord(bytes, name, 'if-none-match')) return true
        if (this.#ifNoneMatch !== undefined) return false
        this.#ifNoneMatch = this.#text(value, valueEnd)
        return true
      case 14:
        if (isWord(bytes, name, 'content-length')) return this.#takeLength(this.#text(value, valueEnd))
        if (!isWord(bytes, name, 'sec-fetch-site')) return true
        if (this.#fetchSite !== undefined) return false
        this.#fetchSite = this.#text(value, valueEnd)
        return true
      case 15:
        if (!isWord(bytes, name, 'accept-encoding')) return true
        if (this.#acceptEncoding !== undefined) return false
        this.#acceptEncoding = this.#text(value, valueEnd)
        return true
      case 16:
        // HTTP parsers treat it as `Connection`.
        return !isWord(bytes, name, 'proxy-connection')
      case 17:
        return !isWord(bytes, name, 'transfer-encoding')
      default:
        return true
    }
  }

  toHead(of: { isGet: boolean; target: number; targetEnd: number; end: number }): HeadRead {
    if (this.#hosts !== 1) return 'odd'
    return {
      isPlainGet: of.isGet && this.#bodyLength === undefined && !this.#hasRange,
      url: this.#text(of.target, of.targetEnd),
      end: of.end,
      bodyLength: this.#bodyLength ?? 0,
      acceptEncoding: this.#acceptEncoding,
      ifNoneMatch: this.#ifNoneMatch,
      cookie: this.#cookie,
      fetchSite: this.#fetchSite,
      hasAuthorization: this.#hasAuthorization,
    }
  }

  #takeLength(text: string) {
    if (this.#bodyLength !== undefined || !/^\d{1,9}$/.test(text)) return false
    this.#bodyLength = Number(text)
    return true
  }

  #text(from: number, to: number) {
    return this.#bytes.toString('latin1', from, to)
  }
}

/** `word` is lower-case letters and hyphens only. Setting this bit leaves a hyphen unchanged. */
function isWord(bytes: Buffer, from: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    if (((bytes[from + at] as number) | 0x20) !== word.charCodeAt(at)) return false
  }
  return true
}

function isUpperCase(byte: number) {
  return byte >= 65 && byte <= 90
}

function isBlank(byte: number) {
  return byte === SPACE || byte === TAB
}

/** RFC 9110: the characters allowed in a token, a target and a field value. */
const NAME = tableOf((byte) => /[\w!#$%&'*+.^`|~-]/.test(String.fromCharCode(byte)) && byte < 127)
const TARGET = tableOf((byte) => byte > 32 && byte < 127)
const VALUE = tableOf((byte) => byte === TAB || (byte >= 32 && byte < 127))

function tableOf(isIn: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isIn(byte) ? 1 : 0))
}
