import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import type { EditionHolder, Held } from '../../edition/hold-edition.ts'

/** Answers are written and dropped. Only data that many pages share is read again. */
const ANSWER_CACHE_MAX_BYTES = 16 * 1024 * 1024

/**
 * Holds one edition forever. It is never verified again after `verifiedAt`, and its pages say so. A site that staff have
 * closed is exported like an open one: files for bad times must not grow old while someone works on the site.
 */
export function standingHolder(edition: Edition, { verifiedAt }: { verifiedAt: Date }): EditionHolder {
  const held: Held = {
    edition: { ...edition, site: { ...edition.site, maintenance: null } },
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
