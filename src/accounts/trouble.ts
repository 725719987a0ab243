import { isDatabaseLost } from '../db/is-database-lost.ts'
import { LockedSecret } from '../db/secrets.ts'
import { LineIsFull, OwnPlacesTaken } from './turns.ts'

export type Trouble = 'no-database' | 'too-busy' | 'too-many-at-once'

/** What passes by itself; whoever asked is told to come again, and nothing is wrong with what they asked. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LineIsFull) return 'too-busy'
  if (error instanceof OwnPlacesTaken) return 'too-many-at-once'
  // Until somebody sets the key. The log says so by itself.
  if (error instanceof LockedSecret) return 'no-database'
  return isDatabaseLost(error) ? 'no-database' : undefined
}
