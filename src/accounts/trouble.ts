import { isDatabaseLost } from '../db/is-database-lost.ts'
import { LineIsFull, OwnPlacesTaken } from './turns.ts'

export type Trouble = 'no-database' | 'too-busy' | 'too-many-at-once'

/** What passes by itself; whoever asked is told to come again, and nothing is wrong with what they asked. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LineIsFull) return 'too-busy'
  if (error instanceof OwnPlacesTaken) return 'too-many-at-once'
  return isDatabaseLost(error) ? 'no-database' : undefined
}
