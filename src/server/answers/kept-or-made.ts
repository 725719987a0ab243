import type { Answer } from '../../edition/answer.ts'
import type { Computed, InTurn } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

/** How long an expired answer may be sent if there is no time to make a new one. */
export const STANDS_IN_FOR_MS = 5 * 60_000

/**
 * The cached answer, or one that is made in turn. Requests for the same answer share it, in the best queue position
 * that any of them has. In a flood, an answer that expired minutes ago is sent rather than a refusal: it is of the same
 * edition, so only its time is old.
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
