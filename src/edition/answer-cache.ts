import type { Answer } from './answer.ts'

/** What an entry costs beside its bytes: key, headers and objects, measured at about 1.3 kB. */
const ENTRY_OVERHEAD_BYTES = 1_500

export interface Computed {
  answer: Answer
  key: string | undefined
}

/**
 * Answers of one edition by canonical request, the least recently used leaving first when the bytes run out.
 * Requests that come together for the same answer wait for one computation.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #entryBytes: number
  readonly #kept = new Map<string, Answer>()
  readonly #underWay = new Map<string, Promise<Answer>>()
  #bytes = 0

  constructor({ maxBytes, entryBytes = ENTRY_OVERHEAD_BYTES }: { maxBytes: number; entryBytes?: number }) {
    this.#maxBytes = maxBytes
    this.#entryBytes = entryBytes
  }

  /** The kept answer if it is still true; a plain look-up, so that the usual case costs no promise. */
  find(key: string, now: number): Answer | undefined {
    const answer = this.#kept.get(key)
    if (answer === undefined) return undefined
    this.#kept.delete(key)
    if (answer.expiresAt !== undefined && answer.expiresAt <= now) {
      this.#bytes -= this.#costOf(answer)
      return undefined
    }
    this.#kept.set(key, answer)
    return answer
  }

  /**
   * `compute` may name another key, for answers that many requests share, such as a missing page; without
   * one the answer is not kept.
   */
  compute(key: string, compute: () => Promise<Computed>): Promise<Answer> {
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const promise = compute()
      .then((computed) => {
        if (computed.key !== undefined) this.#keep(computed.key, computed.answer)
        return computed.answer
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, promise)
    return promise
  }

  get entries() {
    return this.#kept.size
  }

  get bytes() {
    return this.#bytes
  }

  #keep(key: string, answer: Answer) {
    const before = this.#kept.get(key)
    if (before !== undefined) {
      this.#kept.delete(key)
      this.#bytes -= this.#costOf(before)
    }
    this.#kept.set(key, answer)
    this.#bytes += this.#costOf(answer)
    for (const [oldestKey, oldest] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#kept.delete(oldestKey)
      this.#bytes -= this.#costOf(oldest)
    }
  }

  #costOf({ byteLength }: Answer) {
    return byteLength + this.#entryBytes
  }
}
