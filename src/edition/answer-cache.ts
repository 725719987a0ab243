import type { Answer } from './answer.ts'
import type { Held } from './hold-edition.ts'
import type { Derived, MadeOf } from './observe.ts'

/** Cost of an entry besides its bytes: key, headers and objects, measured at about 1.3 kB. */
const ENTRY_OVERHEAD_BYTES = 1_500

export interface Made {
  answer: Answer
  /** Absent if it has to be made again for every edition. */
  madeOf?: MadeOf | undefined
  /** The headers that name the edition, or depend on whether time alone will change the answer. */
  headersIn?: HeadersIn | undefined
}

export type HeadersIn = (
  held: Pick<Held, 'edition' | 'staleSince'>,
  turnsAt: number | undefined,
) => Record<string, string>

export interface Computed extends Made {
  key: string | undefined
}

/** An answer that is no longer current, or not known to be. */
export interface StandIn {
  answer: Answer
  ageS: number
  isOfEarlierEdition: boolean
}

export interface InTurn<T> {
  made: Promise<T>
  /** Adds a client that waits for the same work. The work takes the earliest place of all its clients. */
  alsoFor(client: string): void
}

interface Entry extends Made {
  /** Requests by readers, halved with every edition. An answer made ahead starts with what the one before had left. */
  timesAsked: number
  /** Requested since the last eviction pass. A flag is free; moving the entry on each request is not. */
  isRecent: boolean
  successor: Made | undefined
  /** Set for an answer of an earlier edition that isn't known to be the same in this one. */
  unproven: Unproven | undefined
}

interface UnderWay extends InTurn<Answer> {
  joined: number
}

interface Unproven {
  since: number
  /** Whether it may be sent when the site is too busy to make the current one. */
  mayStandIn: boolean
  editions: number
}

/** What an answer was made of keeps parts of its edition in memory. After so many editions only the answer is kept. */
const CARRIED_FOR_EDITIONS = 3

/** Below this, an answer isn't made ahead anymore: one that was requested once is, for four editions. */
const LEAST_INTEREST = 1 / 8

export interface EarlierAnswers {
  answers: AnswerCache
  /** When they stopped being current. */
  at: Date
  /** False if something in them must not be shown anymore. */
  mayStandIn: boolean
}

/**
 * Answers of one edition by canonical request. When space runs out, the oldest answers leave first, except
 * those requested since the last eviction pass. Simultaneous requests for the same answer share one
 * computation. It starts with the answers of the edition before. Their age counts from when they were
 * proven to be the same.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #entryBytes: number
  readonly #entries = new Map<string, Entry>()
  readonly #underWay = new Map<string, UnderWay>()
  /** By name: what was derived again in this edition, to prove answers of the one before. */
  readonly derivedAgain = new Map<string, { from: Date; derived: Derived }>()
  #bytes = 0
  #made = 0
  #carried = 0

  constructor({
    maxBytes,
    entryBytes = ENTRY_OVERHEAD_BYTES,
    earlier,
  }: {
    maxBytes: number
    entryBytes?: number
    earlier?: EarlierAnswers | undefined
  }) {
    this.#maxBytes = maxBytes
    this.#entryBytes = entryBytes
    if (earlier !== undefined) this.#takeOver(earlier)
  }

  #takeOver({ answers, at, mayStandIn }: EarlierAnswers) {
    for (const [key, entry] of answers.#entries) {
      const before = entry.unproven
      const unproven = {
        since: before?.since ?? at.getTime(),
        mayStandIn: mayStandIn && (before?.mayStandIn ?? true),
        editions: (before?.editions ?? 0) + 1,
      }
      const madeOf = unproven.editions > CARRIED_FOR_EDITIONS ? undefined : entry.madeOf
      if (madeOf === undefined && !unproven.mayStandIn) continue
      const { answer, headersIn, isRecent } = entry
      // Interest fades, so that what is requested now comes first.
      const timesAsked = entry.timesAsked / 2
      this.#put(key, { answer, madeOf, headersIn, isRecent, timesAsked, successor: undefined, unproven })
    }
  }

  /**
   * A synchronous lookup, so cache hits create no promise. Expired answers stay until they are replaced: an
   * old answer is better than none.
   */
  find(key: string, now: number): Answer | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.unproven !== undefined) return undefined
    if (isOver(entry.answer, now) && !this.#succeed(entry, now)) return undefined
    entry.timesAsked++
    entry.isRecent = true
    return entry.answer
  }

  /** Like `find`, but does not count as a request by a reader. */
  has(key: string, now: number): boolean {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.unproven === undefined && !isOver(entry.answer, now)
  }

  /**
   * The last answer that was made, of an earlier minute or edition, for readers who would otherwise get none. Never one
   * with something that has since been withdrawn.
   */
  standIn(key: string, now: number): StandIn | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.unproven?.mayStandIn === false) return undefined
    entry.timesAsked++
    entry.isRecent = true
    const since = Math.min(entry.unproven?.since ?? now, entry.answer.expiresAt ?? now)
    return {
      answer: entry.answer,
      ageS: Math.max(0, Math.ceil((now - since) / 1000)),
      isOfEarlierEdition: entry.unproven !== undefined,
    }
  }

  lastMade(key: string): Made | undefined {
    return this.#entries.get(key)
  }

  unproven(key: string): Made | undefined {
    const entry = this.#entries.get(key)
    return entry?.unproven === undefined ? undefined : entry
  }

  prove(key: string, made: Made) {
    const before = this.#entries.get(key)
    if (before?.unproven === undefined) return
    this.#carried++
    this.#put(key, { ...before, ...made, unproven: undefined })
  }

  get counts() {
    return { made: this.#made, carried: this.#carried }
  }

  /**
   * `compute` may return another key for answers that many requests share, such as a missing page. Without a key the
   * answer is not cached. With `interest`, it is made ahead of any request and starts with this much interest.
   */
  compute(
    key: string,
    compute: () => Promise<Computed>,
    { interest }: { interest?: number } = {},
  ): Promise<Answer> {
    const underWay = this.#underWay.get(key)
    if (underWay === undefined) return this.#begin(key, { made: compute(), alsoFor: () => {} }, interest)
    if (interest === undefined) underWay.joined++
    return underWay.made
  }

  /** `compute` for work in a client queue: each client waits in its own place, not behind one with a worse place. */
  computeInTurn(
    key: string,
    { client, begin }: { client: string; begin: () => InTurn<Computed> },
  ): Promise<Answer> {
    const underWay = this.#underWay.get(key)
    if (underWay === undefined) return this.#begin(key, begin(), undefined)
    underWay.alsoFor(client)
    underWay.joined++
    return underWay.made
  }

  #begin(key: string, { made, alsoFor }: InTurn<Computed>, interest: number | undefined): Promise<Answer> {
    const answer = made
      .then((computed) => {
        if (computed.key !== undefined)
          this.#keep(computed.key, computed, { interest, joined: underWay.joined })
        return computed.answer
      })
      .finally(() => this.#underWay.delete(key))
    const underWay: UnderWay = { made: answer, alsoFor, joined: 0 }
    this.#underWay.set(key, underWay)
    return answer
  }

  keepForLater(key: string, successor: Made) {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.unproven !== undefined) return
    this.#bytes -= this.#costOf(entry)
    entry.successor = successor
    this.#bytes += this.#costOf(entry)
  }

  /** How much of the interest in its answers is left in the next edition, most first. */
  interestLeft(): Map<string, number> {
    return new Map(
      [...this.#entries]
        .filter(([, { timesAsked }]) => timesAsked >= LEAST_INTEREST)
        .sort(([, a], [, b]) => b.timesAsked - a.timesAsked)
        .map(([key, { timesAsked }]) => [key, timesAsked / 2]),
    )
  }

  /** Requested keys that expire by then and have no successor, most requested first. */
  keysEndingBy(moment: number): { key: string; endsAt: number }[] {
    return [...this.#entries]
      .filter(
        ([, { timesAsked, successor, unproven }]) =>
          timesAsked >= LEAST_INTEREST && successor === undefined && unproven === undefined,
      )
      .sort(([, a], [, b]) => b.timesAsked - a.timesAsked)
      .flatMap(
        ([
          key,
          {
            answer: { expiresAt },
          },
        ]) => (expiresAt !== undefined && expiresAt <= moment ? [{ key, endsAt: expiresAt }] : []),
      )
  }

  get entries() {
    return this.#entries.size
  }

  get bytes() {
    return this.#bytes
  }

  /** From 0 to 1. */
  get filled() {
    return this.#bytes / this.#maxBytes
  }

  #keep(
    key: string,
    { answer, madeOf, headersIn }: Made,
    { interest, joined }: { interest: number | undefined; joined: number },
  ) {
    const before = this.#entries.get(key)
    const askedBefore = before?.timesAsked ?? 0
    const timesAsked = joined + (interest === undefined ? askedBefore + 1 : Math.max(askedBefore, interest))
    // Several requests share this answer, and another one made it.
    if (before?.answer === answer && before.unproven === undefined) {
      before.timesAsked = timesAsked
      return
    }
    this.#made++
    this.#put(key, {
      answer,
      madeOf,
      headersIn,
      timesAsked,
      isRecent: false,
      successor: undefined,
      unproven: undefined,
    })
  }

  #put(key: string, entry: Entry) {
    const before = this.#entries.get(key)
    if (before !== undefined) {
      this.#entries.delete(key)
      this.#bytes -= this.#costOf(before)
    }
    this.#entries.set(key, entry)
    this.#bytes += this.#costOf(entry)
    this.#makeRoom()
  }

  /** Moves a recently requested entry to the end once; the Map iteration reaches it again there. */
  #makeRoom() {
    for (const [key, oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#entries.delete(key)
      if (oldest.isRecent) {
        oldest.isRecent = false
        this.#entries.set(key, oldest)
      } else this.#bytes -= this.#costOf(oldest)
    }
  }

  /** False if there is no successor or it has expired too. */
  #succeed(entry: Entry, now: number): boolean {
    const { successor } = entry
    if (successor === undefined || isOver(successor.answer, now)) return false
    this.#bytes -= this.#costOf(entry)
    entry.answer = successor.answer
    entry.madeOf = successor.madeOf
    entry.headersIn = successor.headersIn
    entry.successor = undefined
    this.#bytes += this.#costOf(entry)
    return true
  }

  #costOf({ answer, successor }: Entry) {
    return answer.byteLength + (successor?.answer.byteLength ?? 0) + this.#entryBytes
  }
}

function isOver({ expiresAt }: Answer, now: number) {
  return expiresAt !== undefined && expiresAt <= now
}
