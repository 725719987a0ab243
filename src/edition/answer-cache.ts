import type { Answer } from './answer.ts'

/** What an entry costs beside its bytes: key, headers and objects, measured at about 1.3 kB. */
const ENTRY_OVERHEAD_BYTES = 1_500

export interface Computed {
  answer: Answer
  key: string | undefined
}

/** Work that waits for its turn. */
export interface InTurn<T> {
  made: Promise<T>
  /** Another client waits for it, too: it takes whichever place comes first. */
  alsoFor(client: string): void
}

interface Kept {
  answer: Answer
  /** How often readers did; some answers are made before anybody does. */
  timesAsked: number
  /** Asked for since somebody last looked for room. A mark costs nothing; moving the entry with each request would. */
  isRecent: boolean
  /** What takes its place when its time is over. */
  successor: Answer | undefined
}

/**
 * Answers of one edition by canonical request. When the bytes run out the oldest leave first, but for those that were
 * asked for since they were last looked at.
 * Requests that come together for the same answer wait for one computation.
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
   * The kept answer if it is still true, or was until `graceMs` ago; a plain look-up, so that the usual case costs no
   * promise. What is over stays until another takes its place: where none can be made, it is better than nothing.
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

  /** Whether there is an answer, without being a reader who asks for it. */
  has(key: string, now: number): boolean {
    const kept = this.#kept.get(key)
    return kept !== undefined && !isOver(kept.answer, now)
  }

  /**
   * `compute` may name another key, for answers that many requests share, such as a missing page; without
   * one the answer is not kept.
   */
  compute(
    key: string,
    compute: () => Promise<Computed>,
    { isAsked = true }: { isAsked?: boolean } = {},
  ): Promise<Answer> {
    return this.#underWay.get(key)?.made ?? this.#begin(key, { made: compute(), alsoFor: () => {} }, isAsked)
  }

  /** The same for work that waits in a line of clients: nobody waits in the place of somebody who has a worse one. */
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

  /** Keeps an answer for when the one that is kept under this key is over. */
  keepForLater(key: string, successor: Answer) {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#bytes -= this.#costOf(kept)
    kept.successor = successor
    this.#bytes += this.#costOf(kept)
  }

  /** What readers asked for, most often first. */
  keysAsked(): string[] {
    return [...this.#kept]
      .filter(([, { timesAsked }]) => timesAsked > 0)
      .sort(([, a], [, b]) => b.timesAsked - a.timesAsked)
      .map(([key]) => key)
  }

  /** Of what readers asked for, that which is over by then and has nothing to follow it; most often asked for first. */
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

  /** What was asked for of late goes to the back once; a Map comes to it again at its end. */
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

  /** False where nothing was made ready, or where that is over, too. */
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
