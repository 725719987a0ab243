export interface Actor {
  /** A role, a token name or `system`: may outlive the account, and is never an email address. */
  name: string
  /** The account, while it exists. */
  userId: number | null
  requestId: string | null
}

export const SYSTEM: Actor = { name: 'system', userId: null, requestId: null }

export function actorNamed(name: string): Actor {
  return { ...SYSTEM, name }
}
