import { STATUS_CODES } from 'node:http'

export interface Sent {
  status: number
  headers: Record<string, string>
  /** Null for an answer that has none: a 304. */
  body: Buffer | null
}

/** So much is put together within a second at most; what comes beyond goes out in two pieces. */
const MOST_BYTES_PER_SECOND_OF_CLOCK = 32 * 1024 * 1024
/** Of a longer one the body is shared by all who take it, however slowly. */
const LONGEST_IN_ONE_PIECE_BYTES = 32 * 1024

/**
 * Whole answers, status line to last byte, as one piece of memory: handing over one costs a third less than two. All of
 * them carry the time, so each is put together again in every second in which it is asked for, and forgotten after it.
 */
export function datedBytes({ keepAliveS }: { keepAliveS: number }) {
  let second = 0
  let date = ''
  let pieces = new Map<object, Buffer>()
  let bytes = 0

  /** `key` stands for one `Sent`, always the same. */
  return function bytesOf(key: object, nowMs: number, describe: () => Sent): Buffer | [Buffer, Buffer] {
    const nowS = Math.floor(nowMs / 1000)
    if (nowS !== second) {
      second = nowS
      date = new Date(nowS * 1000).toUTCString()
      pieces = new Map()
      bytes = 0
    }
    const known = pieces.get(key)
    if (known !== undefined) return known
    const { status, headers, body } = describe()
    const head = Buffer.from(headOf(status, headers, body, date, keepAliveS), 'latin1')
    const length = head.length + (body?.length ?? 0)
    if (
      body !== null &&
      (length > LONGEST_IN_ONE_PIECE_BYTES || bytes + length > MOST_BYTES_PER_SECOND_OF_CLOCK)
    )
      return [head, body]
    const piece = body === null ? head : Buffer.concat([head, body], length)
    bytes += length
    pieces.set(key, piece)
    return piece
  }
}

/** As node:http writes it. */
function headOf(
  status: number,
  headers: Record<string, string>,
  body: Buffer | null,
  date: string,
  keepAliveS: number,
) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (body !== null) lines.push(`content-length: ${body.length}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n`
}
