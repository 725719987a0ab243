import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import type { EditionHolder, Held } from '../../edition/hold-edition.ts'

/** Answers are written and forgotten; only what many pages share is asked for again. */
const ANSWER_CACHE_MAX_BYTES = 16 * 1024 * 1024

/** Holds one edition for good. Nothing confirms it from the moment on of which it was the newest, and its pages say so. */
export function standingHolder(edition: Edition, { verifiedAt }: { verifiedAt: Date }): EditionHolder {
  const held: Held = {
    edition,
    staleSince: verifiedAt,
    answers: new AnswerCache({ maxBytes: ANSWER_CACHE_MAX_BYTES }),
  }
  return {
    current: () => held,
    verifiedAt: () => verifiedAt,
    refresh: async () => true,
    stop: async () => {},
  }
}
