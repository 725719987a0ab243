import type { Socket } from 'node:net'
import { subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import { hasSession } from '../http/viewer-of.ts'
import type { AnswersAtOnce } from './answers-at-once.ts'
import type { Door } from './door.ts'
import { type Head, readHead } from './read-head.ts'
import { SlowSide } from './slow-side.ts'

export interface ConnectionLimits {
  /** Limit for an answer that is waiting while the client reads none of it. */
  stalledMs: number
  stalledAtStopMs: number
}

interface Doors {
  /** For health probes. */
  watched: Door
  /** For clients that authenticate or send a body. */
  few: Door
  many: Door
}

interface ConnectionOptions {
  answers: Pick<AnswersAtOnce, 'find' | 'refuse'>
  limits: ConnectionLimits
  doors: Doors
  openSlowSide(side: SlowSide): void
  onFree(): void
  onClose(): void
}

const LONGEST_REMEMBERED_BYTES = 2 * 1024
const WATCHED: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

export class Connection {
  readonly socket: Socket
  readonly #options: ConnectionOptions
  #side: SlowSide | undefined
  #begun: Buffer | undefined
  #headSince: number | undefined
  #last: { bytes: Buffer; head: Head } | undefined
  /** Based on the socket address: all clients behind one proxy count as one, and are served in order of arrival. */
  readonly #client: string
  #isAtDoor = false
  #hasAsked = false
  isRefused = false
  lastAt = performance.now()

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket
    this.#options = options
    this.#client = subjectOfAddress(socket.remoteAddress ?? '')
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('end', () => this.#onEnd())
    socket.on('timeout', () => this.#judgeStalled())
    // Clients often disconnect midway. `close` follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#side?.destroy()
      options.onClose()
    })
  }

  /** Idle: closing it now loses nothing. */
  get isFree() {
    return this.#begun === undefined && !this.#isAtDoor && (this.#side === undefined || this.#side.isFree)
  }

  get isQuiet() {
    const isAnswered = this.#side === undefined || this.#side.isQuiet
    return !this.#isAtDoor && isAnswered && !this.isTaking
  }

  get isTaking() {
    return this.socket.writableLength > 0
  }

  isLate(now: number, headMs: number) {
    return this.#headSince !== undefined && !this.isRefused && now - this.#headSince >= headMs
  }

  isIdle(now: number, { headMs, idleMs }: { headMs: number; idleMs: number }) {
    return this.isFree && !this.isTaking && now - this.lastAt >= (this.#hasAsked ? idleMs : headMs)
  }

  cut() {
    this.#options.onClose()
    this.socket.destroy()
  }

  end() {
    this.socket.setTimeout(this.#options.limits.stalledAtStopMs)
    this.socket.destroySoon()
  }

  #take(bytes: Buffer) {
    if (this.isRefused) return
    this.lastAt = performance.now()
    this.#hasAsked = true
    const side = this.#side
    if (side !== undefined && !side.isFree) return side.passMore(bytes)

    const begun = this.#begun
    const all = begun === undefined ? bytes : Buffer.concat([begun, bytes])
    // Open pages repeat the identical request every few seconds.
    const head = this.#last?.bytes.equals(all) ? this.#last.head : readHead(all)
    if (head === 'cut') {
      this.#headSince ??= this.lastAt
      // Nearly every head arrives in one or two pieces. A head in more pieces goes to the HTTP server, and
      // our time limit keeps running.
      if (begun === undefined) this.#begun = all
      else this.#passOn(this.#options.doors.many, (side) => side.passOdd(all))
      return
    }
    this.#begun = undefined
    this.#headSince = undefined
    if (head === 'odd') return this.#passOn(this.#options.doors.many, (side) => side.passOdd(all))
    const isAlone = head.isPlainGet && head.end === all.length
    const answer = isAlone ? this.#options.answers.find(head) : undefined
    if (answer === undefined) return this.#passRequest(head, all, isAlone)
    if (head !== this.#last?.head && all.length <= LONGEST_REMEMBERED_BYTES) this.#last = { bytes: all, head }
    this.#send(answer)
  }

  #send(answer: Buffer | [Buffer, Buffer]) {
    const { socket } = this
    let isTaken: boolean
    if (Array.isArray(answer)) {
      socket.cork()
      socket.write(answer[0])
      isTaken = socket.write(answer[1])
      socket.uncork()
    } else isTaken = socket.write(answer)
    if (isTaken || socket.writableLength === 0) return
    // Stop reading requests from a client that doesn't read its answers.
    socket.pause()
    socket.once('drain', () => {
      this.lastAt = performance.now()
      socket.resume()
    })
    this.#watchReader()
  }

  #passRequest(head: Head, all: Buffer, isAlone: boolean) {
    const { doors, answers } = this.#options
    const isOneOfFew = !head.isPlainGet || head.hasAuthorization || hasSession(head.cookie)
    const go = (side: SlowSide) => side.passRequest(head, all)
    const refuse = () => this.#send(answers.refuse(head))
    if (WATCHED.has(head.url)) this.#passOn(doors.watched, go)
    else if (isOneOfFew) this.#passOn(doors.few, go)
    else this.#passOn(doors.many, go, isAlone ? refuse : undefined)
  }

  /** Reads nothing more until the request has passed the door or was refused. */
  #passOn(door: Door, go: (side: SlowSide) => void, refuse?: () => void) {
    this.#begun = undefined
    this.#isAtDoor = true
    this.socket.pause()
    const leave = (act: () => void) => () => {
      this.#isAtDoor = false
      if (this.socket.destroyed) return
      this.socket.resume()
      act()
    }
    door.pass(
      leave(() => go(this.#openSide())),
      { refuse: refuse && leave(refuse), client: this.#client },
    )
  }

  #openSide(): SlowSide {
    if (this.#side !== undefined) return this.#side
    const { openSlowSide, onFree } = this.#options
    this.#side = new SlowSide(this.socket, {
      onRead: () => {
        this.#headSince = undefined
      },
      onWritten: () => this.#watchReader(),
      onFree: () => {
        this.lastAt = performance.now()
        onFree()
      },
    })
    openSlowSide(this.#side)
    return this.#side
  }

  #onEnd() {
    const begun = this.#begun
    if (begun !== undefined)
      this.#passOn(this.#options.doors.many, (side) => {
        side.passOdd(begun)
        side.push(null)
      })
    else if (this.#side !== undefined) this.#side.push(null)
    else this.socket.end()
  }

  /** A socket's timeout restarts whenever some of the waiting data is sent. */
  #watchReader() {
    const isWatched = this.socket.timeout !== undefined && this.socket.timeout > 0
    if (this.socket.writableLength > 0 && !isWatched) this.socket.setTimeout(this.#options.limits.stalledMs)
  }

  #judgeStalled() {
    if (this.socket.writableLength > 0) this.cut()
    else this.socket.setTimeout(0)
  }
}
