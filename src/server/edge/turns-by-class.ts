import { FairLine } from '../../domain/fair-line.ts'

/** How many of a class are at work at once, how many may wait, and for how long. */
export interface TurnLimits {
  atOnce: number
  longestLine: number
  longestWaitMs: number
}

/**
 * One class of what costs much. Clients take turns: one who asks a thousand times has all places but one at most, and
 * waits behind itself. Whoever finds the line full, or waits in it too long, is told to come again: an answer
 * that nobody waits for any more would only make the next one late, too.
 */
export class TurnsOfClass {
  readonly #limits: TurnLimits
  readonly #line: FairLine<Waiting>
  readonly #atWork = new Map<string, number>()
  #busy = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#line = new FairLine({ longestLine: limits.longestLine })
  }

  get waiting() {
    return this.#line.length
  }

  /** False: come again. True: work, then `end` for the same client. */
  async begin(client: string): Promise<boolean> {
    if (this.#busy < this.#limits.atOnce && this.#mayWork(client)) {
      this.#start(client)
      return true
    }
    return new Promise((resolve) => {
      const joining = this.#line.join(client, { client, since: performance.now(), resolve })
      if (joining.kind !== 'joined') return resolve(false)
      joining.pushedOut?.resolve(false)
      this.#timer ??= this.#startTimer(this.#limits.longestWaitMs)
    })
  }

  end(client: string) {
    const others = (this.#atWork.get(client) ?? 0) - 1
    if (others > 0) this.#atWork.set(client, others)
    else this.#atWork.delete(client)
    this.#busy--
    this.#refuseLate()
    while (this.#busy < this.#limits.atOnce) {
      const next = this.#line.next((each) => this.#mayWork(each))
      if (next === undefined) return
      this.#start(next.client)
      next.resolve(true)
    }
  }

  /** The last place is for another client: that one need not wait until the first is done. */
  #mayWork(client: string) {
    return (this.#atWork.get(client) ?? 0) < Math.max(1, this.#limits.atOnce - 1)
  }

  #start(client: string) {
    this.#busy++
    this.#atWork.set(client, (this.#atWork.get(client) ?? 0) + 1)
  }

  #refuseLate() {
    const latest = performance.now() - this.#limits.longestWaitMs
    for (const { resolve } of this.#line.takeOutWhile(({ since }) => since <= latest)) resolve(false)
  }

  /** For when nobody ends: the first in line would wait for ever. */
  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#refuseLate()
      const since = Math.min(...[...this.#line.heads()].map((head) => head.since))
      const leftMs = since + this.#limits.longestWaitMs - performance.now()
      this.#timer = this.#line.length === 0 ? undefined : this.#startTimer(Math.max(1, leftMs))
    }, Math.ceil(ms)).unref()
  }
}

interface Waiting {
  client: string
  since: number
  resolve(isTurn: boolean): void
}
