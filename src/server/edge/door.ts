import { networkOfSubject } from '../../domain/account/subject-of-address.ts'
import { FairLine } from '../../domain/fair-line.ts'

/** There may be thousands of clients, and turns last microseconds. */
const LOOKED_AT_EVERY_MS = 10

export interface DoorLimits {
  mostATurn(): number
  /** Idle turns after each burst. */
  turnsBetween?: number
  /** Tasks that wait longer are refused, if possible. */
  longestWaitMs?: number
}

/**
 * Limits how much work starts in each event-loop turn. Node accepts one connection per turn, and making an answer takes
 * several turns. In a crowd that keeps asking, long turns would delay everyone for seconds, even those whose answers
 * are cached.
 */
export class Door {
  readonly #mostATurn: () => number
  readonly #turnsBetween: number
  readonly #longestWaitMs: number
  readonly #line = new FairLine<Waiting>({
    longestLine: Number.POSITIVE_INFINITY,
    groupOf: networkOfSubject,
  })
  #begun = 0
  #lookedAt = 0
  #turnsToWait = 0
  #isCounting = false

  constructor({ mostATurn, turnsBetween = 0, longestWaitMs = Number.POSITIVE_INFINITY }: DoorLimits) {
    this.#mostATurn = mostATurn
    this.#longestWaitMs = longestWaitMs
    this.#turnsBetween = turnsBetween
  }

  pass(go: () => void, { refuse, client = '' }: { refuse?: (() => void) | undefined; client?: string } = {}) {
    const isOpen = this.#begun < this.#mostATurn() && this.#turnsToWait === 0 && this.#line.length === 0
    if (isOpen) this.#let(go)
    else this.#line.join(client, { go, refuse, until: performance.now() + this.#longestWaitMs })
  }

  #let(go: () => void) {
    this.#begun++
    this.#count()
    go()
  }

  #count() {
    if (this.#isCounting) return
    this.#isCounting = true
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn() {
    this.#isCounting = false
    if (this.#begun > 0) this.#turnsToWait = this.#turnsBetween
    else if (this.#turnsToWait > 0) this.#turnsToWait--
    this.#begun = 0
    this.#refuseLate()
    if (this.#turnsToWait > 0) return this.#count()
    for (let left = Math.min(this.#mostATurn(), this.#line.length); left > 0; left--) {
      const next = this.#line.next()
      if (next !== undefined) this.#let(next.go)
    }
  }

  #refuseLate() {
    const now = performance.now()
    if (now - this.#lookedAt < LOOKED_AT_EVERY_MS) return
    this.#lookedAt = now
    const late = this.#line.takeOutWhile(({ until, refuse }) => until <= now && refuse !== undefined)
    for (const { refuse } of late) refuse?.()
  }
}

interface Waiting {
  go: () => void
  refuse: (() => void) | undefined
  until: number
}
