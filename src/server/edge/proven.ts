import { hashOfSecret } from '../../accounts/secret.ts'

export type ProvenClass = 'people' | 'staff'

export interface ProvenAs {
  name: ProvenClass
  client: string
}

const MOST_REMEMBERED = 10_000

/**
 * The holders of valid sessions and tokens wait in their own class, not among clients that may send forged
 * ones. This grants no access; every request is still authenticated.
 */
export class Proven {
  readonly #known = new Map<string, ProvenAs>()

  find(secret: string): ProvenAs | undefined {
    return this.#known.get(keyOf(secret))
  }

  note(secret: string, as: ProvenAs | undefined) {
    const key = keyOf(secret)
    this.#known.delete(key)
    if (as !== undefined) this.#known.set(key, as)
    if (this.#known.size <= MOST_REMEMBERED) return
    for (const [oldest] of this.#known) {
      this.#known.delete(oldest)
      return
    }
  }
}

function keyOf(secret: string) {
  return hashOfSecret(secret).toString('base64url')
}
