import { isDatabaseLost } from '../db/is-database-lost.ts'
import { LineIsFull } from './turns.ts'

export type Trouble = 'no-database' | 'too-busy'

/** What passes by itself; whoever asked is told to come again, and nothing is wrong with what they asked. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LineIsFull) return 'too-busy'
  return isDatabaseLost(error) ? 'no-database' : undefined
}
