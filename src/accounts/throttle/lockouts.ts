/** Enough for a flood from thousands of networks; the oldest are forgotten first. */
const MOST_REMEMBERED = 10_000
/** After this, the database is asked again: another process may have refunded an attempt. */
const REMEMBERED_MS = 10_000

/**
 * Counters that the database recently reported as used up, so that repeated requests are refused without a
 * query. It never allows or counts anything.
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

  /** Seconds until the next attempt; undefined if the counter isn't known to be used up. */
  find(key: string, now: Date): number | undefined {
    const known = this.#known.get(key)
    if (known === undefined) return undefined
    const forgottenInMs = known.forgottenAtMs - now.getTime()
    // More is left than it began with if the clock was set back since.
    if (forgottenInMs <= 0 || forgottenInMs > REMEMBERED_MS) {
      this.#known.delete(key)
      return undefined
    }
    return Math.ceil((known.untilMs - now.getTime()) / 1000)
  }
}
