import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sized } from '../../../tests/size.ts'
import { type MutatedStream, mayHaveLost, mutatedStream } from '../../../tests/support/mutated-requests.ts'
import { openFastPath } from './fast-path.ts'
import type { Head } from './read-head.ts'
import { usualLimits } from './usual-limits.ts'

const STREAMS = sized({ short: 3_000, long: 1_000_000 })
const AT_A_TIME = 8
const KEEP_ALIVE_S = 65
const MAX_HEADER_BYTES = 16 * 1024
/** The paths under `/kept` are cached, so the fast path answers them. */
const PATHS = ['/kept', '/kept?page=2', '/kept/a%20b', '/kept', '/made', '/made?page=2']

test('the fast path and Node alone give the same bytes for a stream of mutated requests', async () => {
  const fast = { atOnce: 0, passedOn: 0 }
  const front = serverOf(fast)
  openFastPath(front, {
    answers: {
      learn: () => {},
      find: (head) => {
        if (!head.url.startsWith('/kept')) return undefined
        fast.atOnce++
        return answerTo(head)
      },
      refuse: answerTo,
    },
    limits: usualLimits(),
    isCrowded: () => false,
  })
  const plain = serverOf({ passedOn: 0 })
  for (let from = 0; from < STREAMS; from += AT_A_TIME) {
    const seeds = Array.from({ length: Math.min(AT_A_TIME, STREAMS - from) }, (_, at) => `${from + at}`)
    await Promise.all(seeds.map((seed) => expectTheSame(seed, { front, plain })))
  }
  front.emit('close')
  plain.emit('close')
  console.info(`${STREAMS} streams: ${fast.atOnce} requests from memory, ${fast.passedOn} by Node`)
  expect(fast.atOnce).toBeGreaterThan(STREAMS / 10)
  expect(fast.passedOn).toBeGreaterThan(STREAMS / 4)
}, 3_600_000)

async function expectTheSame(seed: string, { front, plain }: Record<'front' | 'plain', Server>) {
  const stream = mutatedStream(seed, PATHS)
  const [withFront, without] = await Promise.all([said(front, stream), said(plain, stream)])
  if (withFront === without) return
  const isPatient = stream.waits.every((isWaiting) => isWaiting)
  if (!isPatient && mayHaveLost(withFront, without, stream.pieces)) return
  const sent = stream.pieces.map((piece) => piece.toString('latin1'))
  expect(withFront, `stream ${seed}: ${JSON.stringify({ sent, waits: stream.waits })}`).toBe(without)
}

/** Echoes what it read: the whole request if it was passed on, otherwise only what the fast path reads. */
function serverOf(counted: { passedOn: number }): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_S * 1000 })
  server.on('request', (request, response) => {
    counted.passedOn++
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = bodyOf(request, Buffer.concat(pieces).toString('latin1'))
      response.sendDate = false
      response.writeHead(200, { 'content-length': Buffer.byteLength(body, 'latin1') }).end(body, 'latin1')
    })
  })
  server.on('clientError', (error, duplex) => {
    const socket = duplex as Socket
    if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n${error.message}`)
    else socket.destroySoon()
  })
  return server
}

function bodyOf({ method, url, headers, rawHeaders, httpVersion }: IncomingMessage, body: string) {
  const isKept = method === 'GET' && url?.startsWith('/kept') && httpVersion === '1.1'
  const isPlain =
    isKept && headers.range === undefined && headers['content-length'] === undefined && body === ''
  if (isPlain)
    return JSON.stringify({
      url,
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
      cookie: headers.cookie,
      fetchSite: headers['sec-fetch-site'],
    })
  return JSON.stringify({ method, url, httpVersion, rawHeaders, body })
}

function answerTo({ url, acceptEncoding, ifNoneMatch, cookie, fetchSite }: Head): Buffer {
  const body = JSON.stringify({ url, acceptEncoding, ifNoneMatch, cookie, fetchSite })
  return Buffer.from(
    `HTTP/1.1 200 ${STATUS_CODES[200]}\r\ncontent-length: ${body.length}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_S}\r\n\r\n${body}`,
    'latin1',
  )
}

async function said(server: Server, { pieces, waits }: MutatedStream): Promise<string> {
  const socket = new MemorySocket()
  server.emit('connection', socket)
  for (const [at, piece] of pieces.entries()) {
    if (waits[at]) await socket.untilQuiet()
    if (socket.destroyed || socket.writableEnded) break
    socket.push(piece)
  }
  await socket.untilQuiet()
  if (!socket.destroyed) socket.push(null)
  await socket.untilQuiet()
  const isClosed = socket.destroyed || socket.writableEnded
  socket.destroy()
  return comparable(Buffer.concat(socket.written).toString('latin1')) + (isClosed ? '' : '(still open)')
}

/** Drops what follows the answer that ends the connection: Node reads on until the socket is closed. */
function comparable(text: string) {
  return text
    .replaceAll(/^date: .*\r\n/gim, '')
    .replace(/^(connection: close\r\n[\s\S]*?)HTTP\/1\.1 \d{3} [\s\S]*$/im, '$1')
}

const QUIET_TURNS = 4

class MemorySocket extends Duplex {
  readonly written: Buffer[] = []
  readonly remoteAddress = '192.0.2.1'
  readonly timeout = 0
  #isActive = false

  constructor() {
    super({ allowHalfOpen: true })
  }

  async untilQuiet() {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      this.#isActive = false
      await nextTurn()
      if (this.#isActive || (this.readableLength > 0 && !this.destroyed)) quiet = -1
    }
  }

  override _read() {
    this.#isActive = true
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#isActive = true
    this.written.push(chunk)
    done()
  }

  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  setTimeout() {
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }
}
