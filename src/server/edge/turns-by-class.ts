import { networkOfSubject } from '../../domain/account/subject-of-address.ts'
import { FairLine } from '../../domain/fair-line.ts'

export interface TurnLimits {
  atOnce: number
  longestLine: number
  longestWaitMs: number
}

/**
 * If the queue is full or the wait is too long, the client is told to retry: an answer that comes too late
 * would only delay the next one.
 */
export class TurnsOfClass {
  readonly #limits: TurnLimits
  readonly #line: FairLine<Waiting>
  readonly #atWork = new Map<string, number>()
  #busy = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#line = new FairLine({ longestLine: limits.longestLine, groupOf: networkOfSubject })
  }

  get waiting() {
    return this.#line.length
  }

  /** If false, retry later. If true, work, then call `end` for the same client. */
  begin(client: string): Promise<boolean> {
    return this.queue(client).isTurn
  }

  /**
   * Like `begin`, but returns the place in the queue. When its turn comes, end it for the client of the
   * place.
   */
  queue(client: string): PlaceInLine {
    if (this.#mayBegin(client)) {
      this.#start(client)
      return { client, clients: new Set(), isTurn: Promise.resolve(true) }
    }
    let resolve = (_isTurn: boolean) => {}
    const isTurn = new Promise<boolean>((settle) => {
      resolve = settle
    })
    const waiting: Waiting = { client, clients: new Set([client]), isTurn, since: performance.now(), resolve }
    const joining = this.#line.join(client, waiting)
    if (joining.kind !== 'joined') resolve(false)
    else {
      joining.pushedOut?.resolve(false)
      this.#timer ??= this.#startTimer(this.#limits.longestWaitMs)
    }
    return waiting
  }

  /** For work that a second client also waits for: it runs in that client's turn if that comes first. */
  moveUp(place: PlaceInLine, client: string) {
    const waiting = place as Waiting
    const isNew = !waiting.clients.has(client)
    waiting.clients.add(client)
    if (this.#mayBegin(client)) this.#startFor(client, waiting)
    // Only for a new client: if every request searched again, a flood for one page would cause a flood of
    // searches.
    else if (isNew && this.#line.moveUp(waiting, { from: waiting.client, to: client })) {
      waiting.client = client
      waiting.since = performance.now()
    }
  }

  end(client: string) {
    const network = networkOfSubject(client)
    const others = (this.#atWork.get(network) ?? 0) - 1
    if (others > 0) this.#atWork.set(network, others)
    else this.#atWork.delete(network)
    this.#busy--
    this.#refuseLate()
    while (this.#busy < this.#limits.atOnce) {
      const next = this.#line.next((each) => this.#mayWork(each))
      if (next === undefined) break
      this.#start(next.client)
      next.resolve(true)
    }
    this.#fillFreePlaces()
  }

  /**
   * Those who are next may have to wait for others of their network. Work that another network also waits
   * for may start.
   */
  #fillFreePlaces() {
    while (this.#busy < this.#limits.atOnce && this.#line.length > 0) {
      let mayGo: string | undefined
      const waiting = this.#line.find(({ clients }) => {
        mayGo = [...clients].find((each) => this.#mayWork(each))
        return mayGo !== undefined
      })
      if (waiting === undefined || mayGo === undefined) return
      this.#startFor(mayGo, waiting)
    }
  }

  #startFor(client: string, waiting: Waiting) {
    if (!this.#line.takeOut(waiting, waiting.client)) return
    waiting.client = client
    this.#start(client)
    waiting.resolve(true)
  }

  #mayBegin(client: string) {
    return this.#busy < this.#limits.atOnce && this.#mayWork(client)
  }

  #mayWork(client: string) {
    return (this.#atWork.get(networkOfSubject(client)) ?? 0) < Math.max(1, this.#limits.atOnce - 1)
  }

  #start(client: string) {
    const network = networkOfSubject(client)
    this.#busy++
    this.#atWork.set(network, (this.#atWork.get(network) ?? 0) + 1)
  }

  #refuseLate() {
    const latest = performance.now() - this.#limits.longestWaitMs
    for (const { resolve } of this.#line.takeOutWhile(({ since }) => since <= latest)) resolve(false)
  }

  /** If no running work ends, the first in the queue would wait forever. */
  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#refuseLate()
      const since = Math.min(...[...this.#line.heads()].map((head) => head.since))
      const leftMs = since + this.#limits.longestWaitMs - performance.now()
      this.#timer = this.#line.length === 0 ? undefined : this.#startTimer(Math.max(1, leftMs))
    }, Math.ceil(ms)).unref()
  }
}

export interface PlaceInLine {
  readonly client: string
  isTurn: Promise<boolean>
  clients: Set<string>
}

interface Waiting extends PlaceInLine {
  client: string
  since: number
  resolve(isTurn: boolean): void
}
