import type { Kysely } from 'kysely'
import {
  claimRequest,
  deleteRequest,
  findRequest,
  type RequestKey,
  writeAnswer,
} from '../../db/api-requests.ts'
import type { DB } from '../../db/database.ts'

/** Z-08: how long a repeated request gets the same answer. */
export const ANSWERS_KEPT_S = 86_400
/** Longer than any request takes. A request whose process was killed stays pending this long. */
const GIVEN_UP_AFTER_S = 60
const RETRY_AFTER_S = 2

export interface GivenAnswer {
  status: number
  body: string
  /** For repeats, if it differs: a secret that is shown once must not stay in the database. */
  bodyKept?: string
}

export type OnceOutcome =
  | ({ kind: 'answered'; isRepeated: boolean } & GivenAnswer)
  | { kind: 'other-request' }
  | { kind: 'under-way'; retryAfterS: number }

/**
 * Refused or failed requests change nothing and aren't stored, so they can be retried. If a crash loses the
 * answer, the action runs again and must detect what was already done.
 */
export async function answerOnce(
  db: Kysely<DB>,
  { now, requestHash, ...of }: RequestKey & { requestHash: Buffer; now: Date },
  /** `askedAt` is the time of the first request. */
  act: (askedAt: Date) => Promise<GivenAnswer>,
): Promise<OnceOutcome> {
  const askedAt = await claimRequest(db, {
    ...of,
    requestHash,
    now,
    forgottenBefore: secondsBefore(now, ANSWERS_KEPT_S),
    givenUpBefore: secondsBefore(now, GIVEN_UP_AFTER_S),
  })
  if (askedAt === undefined) return answerOfEarlier(db, { ...of, requestHash })

  const answer = await act(askedAt).catch(async (error: unknown) => {
    // If this fails, too, the request times out in a minute.
    await deleteRequest(db, { ...of, claimedAt: now }).catch(() => {})
    throw error
  })
  const { status, body, bodyKept = body } = answer
  await writeAnswer(db, { ...of, status, answer: bodyKept })
  return { kind: 'answered', isRepeated: false, status, body }
}

async function answerOfEarlier(
  db: Kysely<DB>,
  { requestHash, ...of }: RequestKey & { requestHash: Buffer },
): Promise<OnceOutcome> {
  const earlier = await findRequest(db, of)
  if (earlier === undefined) return { kind: 'under-way', retryAfterS: RETRY_AFTER_S }
  if (!earlier.request_hash.equals(requestHash)) return { kind: 'other-request' }
  if (earlier.status === null) return { kind: 'under-way', retryAfterS: RETRY_AFTER_S }
  return { kind: 'answered', isRepeated: true, status: earlier.status, body: earlier.answer ?? '' }
}

function secondsBefore(now: Date, seconds: number) {
  return new Date(now.getTime() - seconds * 1000)
}
