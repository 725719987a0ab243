export interface DoorLimits {
  /** So much begins in one turn of the event loop, */
  mostATurn(): number
  /** and nothing in so many after it. */
  turnsBetween?: number
  /** Whoever waits longer is refused, if that is possible. */
  longestWaitMs?: number
}

/**
 * Lets work begin, so much in each turn of the event loop. Node accepts one connection a turn, and an answer that is being
 * made needs several: in a crowd that asks again and again, long turns would keep everybody waiting for seconds, those
 * too whose answers lie ready.
 */
export class Door {
  readonly #mostATurn: () => number
  readonly #turnsBetween: number
  readonly #longestWaitMs: number
  #line: Waiting[] = []
  #begun = 0
  #turnsToWait = 0
  #isCounting = false

  constructor({ mostATurn, turnsBetween = 0, longestWaitMs = Number.POSITIVE_INFINITY }: DoorLimits) {
    this.#mostATurn = mostATurn
    this.#longestWaitMs = longestWaitMs
    this.#turnsBetween = turnsBetween
  }

  /** At once where nobody is before it. */
  pass(go: () => void, refuse?: () => void) {
    const isOpen = this.#begun < this.#mostATurn() && this.#turnsToWait === 0 && this.#line.length === 0
    if (isOpen) this.#let(go)
    else this.#line.push({ go, refuse, until: performance.now() + this.#longestWaitMs })
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
    for (const { go } of this.#line.splice(0, this.#mostATurn())) this.#let(go)
  }

  #refuseLate() {
    const now = performance.now()
    // The first has waited longest.
    if (this.#line[0] === undefined || this.#line[0].until > now) return
    const late = this.#line.filter(({ until, refuse }) => until <= now && refuse !== undefined)
    this.#line = this.#line.filter(({ until, refuse }) => until > now || refuse === undefined)
    for (const { refuse } of late) refuse?.()
  }
}

interface Waiting {
  go: () => void
  refuse: (() => void) | undefined
  until: number
}
