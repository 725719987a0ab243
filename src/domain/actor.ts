/** Who changes something, for the audit. */
export interface Actor {
  /** A role, the name of a token or `system`: something that may outlive an account, and no address. */
  name: string
  /** The account behind it, while there is one. */
  userId: number | null
  /** Of the request that asked for it. */
  requestId: string | null
}

/** What happens by itself: a time that has come. */
export const SYSTEM: Actor = { name: 'system', userId: null, requestId: null }

/** One that is known by a name alone. */
export function actorNamed(name: string): Actor {
  return { ...SYSTEM, name }
}
