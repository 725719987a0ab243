import type { Answer } from '../edition/answer.ts'
import type { Computed } from '../edition/answer-cache.ts'
import type { Held } from '../edition/hold-edition.ts'
import type { AppContext } from './context.ts'

/** The kept answer, or one that is made in turn; whoever asks for the same meanwhile waits for that one. */
export function keptOrMade(
  { clock, makeInTurn = (make) => make() }: Pick<AppContext, 'clock' | 'makeInTurn'>,
  { answers }: Held,
  key: string,
  make: () => Promise<Computed>,
): Answer | Promise<Answer> {
  return answers.find(key, clock().getTime()) ?? answers.compute(key, () => makeInTurn(make))
}
