import { isDatabaseLost } from '../db/is-database-lost.ts'
import { LockedSecret } from '../db/secrets.ts'
import { LineIsFull, OwnPlacesTaken } from './turns.ts'

export type Trouble = 'no-database' | 'too-busy' | 'too-many-at-once'

export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LineIsFull) return 'too-busy'
  if (error instanceof OwnPlacesTaken) return 'too-many-at-once'
  // Resolved when the operator sets the key; startSealing logs it.
  if (error instanceof LockedSecret) return 'no-database'
  return isDatabaseLost(error) ? 'no-database' : undefined
}
