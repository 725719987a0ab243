import { FairLine } from '../../accounts/turns.ts'

/** How many of a class are at work at once, how many may wait, and for how long. */
export interface TurnLimits {
  atOnce: number
  longestLine: number
  longestWaitMs: number
}

/**
 * One class of expensive work. A request that finds the line full, or waits in it too long, is told to come again: an
 * answer that nobody waits for any more would only make the next one late, too. Clients take turns, so that one who asks
 * hundreds of times waits behind itself.
 */
export class TurnsOfClass {
  readonly #limits: TurnLimits
  readonly #line: FairLine<Waiting>
  #atWork = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#line = new FairLine(limits)
  }

  get waiting() {
    return this.#line.length
  }

  /** False: come again. True: work, then `end`. */
  async begin(client = ''): Promise<boolean> {
    if (this.#atWork < this.#limits.atOnce) {
      this.#atWork++
      return true
    }
    return new Promise((resolve) => {
      const joining = this.#line.join(client, { since: performance.now(), resolve })
      if (joining.kind !== 'joined') return resolve(false)
      joining.pushedOut?.resolve(false)
      this.#timer ??= this.#startTimer(this.#limits.longestWaitMs)
    })
  }

  end() {
    this.#refuseLate()
    const next = this.#line.next()
    if (next === undefined) this.#atWork--
    else next.resolve(true)
  }

  #refuseLate() {
    const latest = performance.now() - this.#limits.longestWaitMs
    for (const late of this.#line.takeOutWhile(({ since }) => since <= latest)) late.resolve(false)
  }

  /** For when nobody ends: the first in line would wait for ever. */
  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#refuseLate()
      const firstSince = Math.min(...[...this.#line.heads()].map(({ since }) => since))
      const leftMs = this.#limits.longestWaitMs - (performance.now() - firstSince)
      this.#timer = this.#line.length === 0 ? undefined : this.#startTimer(Math.max(1, leftMs))
    }, Math.ceil(ms)).unref()
  }
}

interface Waiting {
  since: number
  resolve(isTurn: boolean): void
}
