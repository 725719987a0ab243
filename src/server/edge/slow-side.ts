import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Head } from './read-head.ts'

export interface SlowSideEvents {
  /** The HTTP server has read the head of a request. */
  onRead(): void
  /** Something was written; the reader may not have taken it yet. */
  onWritten(): void
  /** All that was passed on is answered. */
  onFree(): void
}

/**
 * What the HTTP server has of a connection: it reads and writes here as on a socket. Beside it the front goes on looking
 * at what comes in, so that a connection that proxies keep open is answered from memory again once a request that was
 * passed on is done with. For that it must be known where that request ends: from the first byte that is not, everything
 * is passed on (`isAstray`).
 */
export class SlowSide extends Duplex {
  readonly #socket: Socket
  readonly #events: SlowSideEvents
  #timer: NodeJS.Timeout | undefined
  #requests = 0
  #isWaiting = false
  #missingBytes = 0
  #isAstray = false

  constructor(socket: Socket, events: SlowSideEvents) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#events = events
  }

  /** Nothing is under way, and the next byte begins a request. */
  get isFree() {
    return !this.#isAstray && !this.#isWaiting
  }

  /** Nothing is being answered; something may be arriving. */
  get isQuiet() {
    return this.#requests === 0
  }

  /** The whole head of a request, and what came of its body. */
  passRequest({ end, bodyLength }: Head, bytes: Buffer) {
    this.#isWaiting = true
    this.#missingBytes = end + bodyLength - bytes.length
    if (this.#missingBytes < 0) this.#isAstray = true
    this.#pass(bytes)
  }

  /** What comes while a request is under way: the rest of its body, or more than was announced. */
  passMore(bytes: Buffer) {
    this.#missingBytes -= bytes.length
    if (this.#missingBytes < 0) this.#isAstray = true
    this.#pass(bytes)
  }

  passOdd(bytes: Buffer) {
    this.#isAstray = true
    this.#pass(bytes)
  }

  #pass(bytes: Buffer) {
    if (!this.push(bytes)) this.#socket.pause()
  }

  /** The HTTP server has read a request and will answer it. */
  requestRead() {
    this.#requests++
    this.#events.onRead()
  }

  /** Only when the server has read to the end what the front counted is the next byte that of a new request. */
  requestAnswered({ complete }: IncomingMessage) {
    this.#requests--
    const isAtEnd = complete && this.#missingBytes === 0 && this.readableLength === 0
    if (!this.#isWaiting || !isAtEnd) this.#isAstray = true
    this.#isWaiting = false
    if (this.#requests === 0) this.#events.onFree()
  }

  override _read() {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done)
    this.#events.onWritten()
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ) {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [at, { chunk, encoding }] of chunks.entries()) {
      if (at === last) this.#socket.write(chunk, encoding, done)
      else this.#socket.write(chunk, encoding)
    }
    this.#socket.uncork()
    this.#events.onWritten()
  }

  override _final(done: () => void) {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    clearTimeout(this.#timer)
    if (error === null) this.#socket.destroySoon()
    else this.#socket.destroy()
    done(error)
  }

  // What the HTTP server and Fastify use of a socket beyond a stream.

  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  /** The front looks after connections that are free; after those that went astray the HTTP server does. */
  setTimeout(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = ms > 0 ? setTimeout(() => this.isFree || this.emit('timeout'), ms).unref() : undefined
    return this
  }

  setNoDelay() {
    return this
  }

  setKeepAlive() {
    return this
  }

  ref() {
    return this
  }

  unref() {
    return this
  }

  address() {
    return this.#socket.address()
  }

  get remoteAddress() {
    return this.#socket.remoteAddress
  }

  get remotePort() {
    return this.#socket.remotePort
  }

  get remoteFamily() {
    return this.#socket.remoteFamily
  }

  get localAddress() {
    return this.#socket.localAddress
  }

  get localPort() {
    return this.#socket.localPort
  }

  get bytesRead() {
    return this.#socket.bytesRead
  }

  get bytesWritten() {
    return this.#socket.bytesWritten
  }
}
