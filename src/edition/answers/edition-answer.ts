import type { EditionState } from '../../contract/edition.ts'
import { type AnswerContext, type Answerer, value } from './answer-outcome.ts'

/** What open pages ask every few seconds: as small as it can be, and one answer for all of them. */
export const editionAnswer: Answerer<'/api/edition'> = (context) => value(editionState(context))

export function editionState({ edition, deployment }: AnswerContext): EditionState {
  return {
    number: edition.number,
    published_at: edition.publishedAt.toISOString(),
    stale_since: deployment.staleSince?.toISOString() ?? null,
  }
}
