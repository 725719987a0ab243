import type { Answer } from '../../edition/answer.ts'
import type { Computed, InTurn } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

/** How long an answer of a minute that is over may stand in for one that there is no time to make. */
export const STANDS_IN_FOR_MS = 5 * 60_000

/**
 * The kept answer, or one that is made in turn; others who ask for the same meanwhile wait for that one, in the best place
 * that one of them has. In a flood the one
 * of some minutes ago is sent before anybody is told to come again: of the same edition, it is old in its clock alone.
 */
export function keptOrMade(
  { clock, makeInTurn = atOnce }: Pick<AppContext, 'clock' | 'makeInTurn'>,
  { answers }: Held,
  { key, client }: { key: string; client: string },
  make: () => Promise<Computed>,
): Answer | Promise<Answer> {
  const now = clock().getTime()
  return (
    answers.find(key, now) ??
    answers.computeInTurn(key, { client, begin: () => makeInTurn(make, client) }).catch((error: unknown) => {
      const isShed = error instanceof Fault && error.code === 'overloaded'
      const before = isShed ? answers.find(key, now, STANDS_IN_FOR_MS) : undefined
      if (before === undefined) throw error
      return before
    })
  )
}

function atOnce<T>(make: () => Promise<T>): InTurn<T> {
  return { made: make(), alsoFor: () => {} }
}
