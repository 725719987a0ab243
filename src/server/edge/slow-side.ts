import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Head } from './read-head.ts'

export interface SlowSideEvents {
  onRead(): void
  /** Something was written, but the client may not have received it yet. */
  onWritten(): void
  onFree(): void
}

/**
 * The HTTP server's view of a connection: it reads and writes here as on a socket. The fast path keeps watching what
 * arrives, so that a keep-alive connection of a proxy is answered from memory again after a passed-on request. For that
 * we must know where that request ends. From the first byte where we don't, everything is passed on (`isAstray`).
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

  /** No request is in progress: the next byte starts one. */
  get isFree() {
    return !this.#isAstray && !this.#isWaiting
  }

  /** No answer is in progress; a request may be arriving. */
  get isQuiet() {
    return this.#requests === 0
  }

  passRequest({ end, bodyLength }: Head, bytes: Buffer) {
    this.#isWaiting = true
    this.#missingBytes = end + bodyLength - bytes.length
    if (this.#missingBytes < 0) this.#isAstray = true
    this.#pass(bytes)
  }

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

  requestRead() {
    this.#requests++
    this.#events.onRead()
  }

  /** The next byte starts a new request only if the server has read exactly as far as we counted. */
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

  // Socket methods that the HTTP server and Fastify use beyond those of a stream.

  destroySoon() {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  /** The fast path times out free connections; the HTTP server times out those that went astray. */
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
