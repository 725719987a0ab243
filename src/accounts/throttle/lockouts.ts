/** Enough for a flood from thousands of networks; the oldest are forgotten first. */
const MOST_REMEMBERED = 10_000
/** Then the database is asked again: another process may have given an attempt back. */
const REMEMBERED_MS = 10_000

/**
 * Counters that the database has lately found used up: who comes again meanwhile is refused without asking it. It opens
 * nothing and counts nothing. A process that knows of no lockout asks the database as ever.
 */
export class Lockouts {
  readonly #known = new Map<string, { untilMs: number; forgottenAtMs: number }>()
  readonly #most: number

  constructor({ most = MOST_REMEMBERED } = {}) {
    this.#most = most
  }

  note(key: string, { retryAfterS, now }: { retryAfterS: number; now: Date }) {
    const untilMs = now.getTime() + retryAfterS * 1000
    this.#known.delete(key)
    this.#known.set(key, { untilMs, forgottenAtMs: Math.min(untilMs, now.getTime() + REMEMBERED_MS) })
    const [oldest] = this.#known.keys()
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest)
  }

  /** In how many seconds to come again; undefined for a counter that is not known to be used up. */
  find(key: string, now: Date): number | undefined {
    const known = this.#known.get(key)
    if (known === undefined) return undefined
    if (known.forgottenAtMs <= now.getTime()) {
      this.#known.delete(key)
      return undefined
    }
    return Math.ceil((known.untilMs - now.getTime()) / 1000)
  }
}
