import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop that no other derivation shares, so that readers of ready answers wait for one of them at
 * most. The reads of a page begin together, and `setImmediate` alone would run them all in the same turn.
 */
export function ownTurn(): Promise<void> {
  const turn = last.then(() => nextTurn())
  last = turn
  return turn
}
