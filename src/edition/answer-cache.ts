import type { Answer } from './answer.ts'

/** Cost of an entry besides its bytes: key, headers and objects, measured at about 1.3 kB. */
const ENTRY_OVERHEAD_BYTES = 1_500

export interface Computed {
  answer: Answer
  key: string | undefined
}

export interface InTurn<T> {
  made: Promise<T>
  /** Adds a client that waits for the same work. The work takes the earliest place of all its clients. */
  alsoFor(client: string): void
}

interface Kept {
  answer: Answer
  /** Requests by readers. Zero for an answer that was only precomputed. */
  timesAsked: number
  /** Requested since the last eviction pass. A flag is free; moving the entry on each request is not. */
  isRecent: boolean
  successor: Answer | undefined
}

/**
 * Answers of one edition by canonical request. When space runs out, the oldest answers leave first, except those
 * requested since the last eviction pass. Simultaneous requests for the same answer share one computation.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #entryBytes: number
  readonly #kept = new Map<string, Kept>()
  readonly #underWay = new Map<string, InTurn<Answer>>()
  #bytes = 0

  constructor({ maxBytes, entryBytes = ENTRY_OVERHEAD_BYTES }: { maxBytes: number; entryBytes?: number }) {
    this.#maxBytes = maxBytes
    this.#entryBytes = entryBytes
  }

  /**
   * The cached answer if it is valid or expired less than `graceMs` ago. A synchronous lookup, so cache hits create no
   * promise. Expired answers stay until they are replaced: an old answer is better than none.
   */
  find(key: string, now: number, graceMs = 0): Answer | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    if (isOver(kept.answer, now) && !this.#succeed(kept, now) && isOver(kept.answer, now - graceMs))
      return undefined
    kept.timesAsked++
    kept.isRecent = true
    return kept.answer
  }

  /** Like `find`, but does not count as a request by a reader. */
  has(key: string, now: number): boolean {
    const kept = this.#kept.get(key)
    return kept !== undefined && !isOver(kept.answer, now)
  }

  /**
   * `compute` may return another key for answers that many requests share, such as a missing page. Without a key the
   * answer is not cached.
   */
  compute(
    key: string,
    compute: () => Promise<Computed>,
    { isAsked = true }: { isAsked?: boolean } = {},
  ): Promise<Answer> {
    return this.#underWay.get(key)?.made ?? this.#begin(key, { made: compute(), alsoFor: () => {} }, isAsked)
  }

  /** `compute` for work in a client queue: each client waits in its own place, not behind one with a worse place. */
  computeInTurn(
    key: string,
    { client, begin }: { client: string; begin: () => InTurn<Computed> },
  ): Promise<Answer> {
    const underWay = this.#underWay.get(key)
    if (underWay === undefined) return this.#begin(key, begin(), true)
    underWay.alsoFor(client)
    return underWay.made
  }

  #begin(key: string, { made, alsoFor }: InTurn<Computed>, isAsked: boolean): Promise<Answer> {
    const answer = made
      .then((computed) => {
        if (computed.key !== undefined) this.#keep(computed.key, computed.answer, isAsked)
        return computed.answer
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, { made: answer, alsoFor })
    return answer
  }

  keepForLater(key: string, successor: Answer) {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#bytes -= this.#costOf(kept)
    kept.successor = successor
    this.#bytes += this.#costOf(kept)
  }

  /** Keys that readers requested, most requested first. */
  keysAsked(): string[] {
    return [...this.#kept]
      .filter(([, { timesAsked }]) => timesAsked > 0)
      .sort(([, a], [, b]) => b.timesAsked - a.timesAsked)
      .map(([key]) => key)
  }

  /** Requested keys that expire by then and have no successor, most requested first. */
  keysEndingBy(moment: number): { key: string; endsAt: number }[] {
    return [...this.#kept]
      .filter(([, { timesAsked, successor }]) => timesAsked > 0 && successor === undefined)
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
    return this.#kept.size
  }

  get bytes() {
    return this.#bytes
  }

  /** From 0 to 1. */
  get filled() {
    return this.#bytes / this.#maxBytes
  }

  #keep(key: string, answer: Answer, isAsked: boolean) {
    const before = this.#kept.get(key)
    if (before !== undefined) {
      this.#kept.delete(key)
      this.#bytes -= this.#costOf(before)
    }
    const kept = {
      answer,
      timesAsked: Number(isAsked) + (before?.timesAsked ?? 0),
      isRecent: false,
      successor: undefined,
    }
    this.#kept.set(key, kept)
    this.#bytes += this.#costOf(kept)
    this.#makeRoom()
  }

  /** Moves a recently requested entry to the end once; the Map iteration reaches it again there. */
  #makeRoom() {
    for (const [key, oldest] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(key)
      if (oldest.isRecent) {
        oldest.isRecent = false
        this.#kept.set(key, oldest)
      } else this.#bytes -= this.#costOf(oldest)
    }
  }

  /** False if there is no successor or it has expired too. */
  #succeed(kept: Kept, now: number): boolean {
    const { successor } = kept
    if (successor === undefined || isOver(successor, now)) return false
    this.#bytes -= this.#costOf(kept)
    kept.answer = successor
    kept.successor = undefined
    this.#bytes += this.#costOf(kept)
    return true
  }

  #costOf({ answer, successor }: Kept) {
    return answer.byteLength + (successor?.byteLength ?? 0) + this.#entryBytes
  }
}

function isOver({ expiresAt }: Answer, now: number) {
  return expiresAt !== undefined && expiresAt <= now
}
