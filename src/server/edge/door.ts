export interface DoorLimits {
  /** So much begins in one turn of the event loop, */
  mostATurn(): number
  /** and nothing in so many after it. */
  turnsBetween?: number
}

/**
 * Lets work begin, so much in each turn of the event loop. Node accepts one connection a turn, and an answer that is being
 * made needs several: in a crowd that asks again and again, long turns would keep everybody waiting for seconds, those
 * too whose answers lie ready.
 */
export class Door {
  readonly #mostATurn: () => number
  readonly #turnsBetween: number
  readonly #line: (() => void)[] = []
  #begun = 0
  #turnsToWait = 0
  #isCounting = false

  constructor({ mostATurn, turnsBetween = 0 }: DoorLimits) {
    this.#mostATurn = mostATurn
    this.#turnsBetween = turnsBetween
  }

  /** At once where nobody is before it. */
  pass(go: () => void) {
    const isOpen = this.#begun < this.#mostATurn() && this.#turnsToWait === 0 && this.#line.length === 0
    if (isOpen) this.#let(go)
    else this.#line.push(go)
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
    if (this.#turnsToWait > 0) return this.#count()
    for (const go of this.#line.splice(0, this.#mostATurn())) this.#let(go)
  }
}
