import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type CountedLimit, takeAllowances } from '../../db/token-allowances.ts'
import {
  CHANGES_OF_TOKEN,
  type RateLimit,
  type RateVerdict,
  REQUESTS_OF_TOKEN,
  rateVerdict,
} from '../../domain/automation/rate-limit.ts'

const REQUESTS: CountedLimit = { counted: 'requests', limit: REQUESTS_OF_TOKEN }
const CHANGES: CountedLimit = { counted: 'changes', limit: CHANGES_OF_TOKEN }

/** Z-08: one request of a program, counted for its token over all processes. Gives the limit that is nearest. */
export async function takeRequest(
  db: Kysely<DB>,
  { tokenId, isChange, now }: { tokenId: number; isChange: boolean; now: Date },
): Promise<RateVerdict & { limit: RateLimit }> {
  const limits = isChange ? [REQUESTS, CHANGES] : [REQUESTS]
  const taken = await takeAllowances(db, { tokenId, limits, now })
  return taken
    .map(({ counted, left, isAllowed }) => {
      const { limit } = counted === 'changes' ? CHANGES : REQUESTS
      return { ...rateVerdict(limit, { left, isAllowed }), limit }
    })
    .reduce((a, b) => (b.remaining < a.remaining || !b.isAllowed ? b : a))
}
