/** How many of a class are at work at once, how many may wait, and for how long. */
export interface TurnLimits {
  atOnce: number
  longestLine: number
  longestWaitMs: number
}

/**
 * One class of what costs much. Whoever finds the line full, or waits in it too long, is told to come again: an answer
 * that nobody waits for any more would only make the next one late, too.
 */
export class TurnsOfClass {
  readonly #limits: TurnLimits
  readonly #line: Waiting[] = []
  #atWork = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get waiting() {
    return this.#line.length
  }

  /** False: come again. True: work, then `end`. */
  async begin(): Promise<boolean> {
    if (this.#atWork < this.#limits.atOnce) {
      this.#atWork++
      return true
    }
    if (this.#line.length >= this.#limits.longestLine) return false
    return new Promise((resolve) => {
      this.#line.push({ since: performance.now(), resolve })
      this.#timer ??= this.#startTimer(this.#limits.longestWaitMs)
    })
  }

  end() {
    this.#refuseLate()
    const next = this.#line.shift()
    if (next === undefined) this.#atWork--
    else next.resolve(true)
  }

  #refuseLate() {
    const latest = performance.now() - this.#limits.longestWaitMs
    while (this.#line[0] !== undefined && this.#line[0].since <= latest) this.#line.shift()?.resolve(false)
  }

  /** For when nobody ends: the first in line would wait for ever. */
  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#refuseLate()
      const [first] = this.#line
      const waitedMs = first === undefined ? 0 : performance.now() - first.since
      this.#timer =
        first === undefined ? undefined : this.#startTimer(Math.max(1, this.#limits.longestWaitMs - waitedMs))
    }, Math.ceil(ms)).unref()
  }
}

interface Waiting {
  since: number
  resolve(isTurn: boolean): void
}
