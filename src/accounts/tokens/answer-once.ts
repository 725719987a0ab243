import type { Kysely } from 'kysely'
import {
  claimRequest,
  deleteRequest,
  findRequest,
  type RequestKey,
  writeAnswer,
} from '../../db/api-requests.ts'
import type { DB } from '../../db/database.ts'

/** Z-08: so long a program gets the same answer to the same question. */
export const ANSWERS_KEPT_S = 86_400
/** Longer than any request takes. Whoever was killed in the middle of one leaves it under way for so long. */
const GIVEN_UP_AFTER_S = 60
const RETRY_AFTER_S = 2

export interface GivenAnswer {
  status: number
  /** As it was sent. */
  body: string
}

export type OnceOutcome =
  | ({ kind: 'answered'; isRepeated: boolean } & GivenAnswer)
  | { kind: 'other-request' }
  | { kind: 'under-way'; retryAfterS: number }

/**
 * Acts once for a key, however often and by however many connections it is asked. What is refused or fails changed
 * nothing and is not kept, so it may be asked again. An act that a crash cut off from its answer is done again, and must
 * know by itself what it did already.
 */
export async function answerOnce(
  db: Kysely<DB>,
  { now, requestHash, ...of }: RequestKey & { requestHash: Buffer; now: Date },
  /** Gets when this was first asked. */
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
    // If this fails, too, it is given up in a minute.
    await deleteRequest(db, of).catch(() => {})
    throw error
  })
  await writeAnswer(db, { ...of, status: answer.status, answer: answer.body })
  return { kind: 'answered', isRepeated: false, ...answer }
}

async function answerOfEarlier(
  db: Kysely<DB>,
  { requestHash, ...of }: RequestKey & { requestHash: Buffer },
): Promise<OnceOutcome> {
  const earlier = await findRequest(db, of)
  // Refused in this very moment: whoever asks again acts.
  if (earlier === undefined) return { kind: 'under-way', retryAfterS: RETRY_AFTER_S }
  if (!earlier.request_hash.equals(requestHash)) return { kind: 'other-request' }
  if (earlier.status === null) return { kind: 'under-way', retryAfterS: RETRY_AFTER_S }
  return { kind: 'answered', isRepeated: true, status: earlier.status, body: earlier.answer ?? '' }
}

function secondsBefore(now: Date, seconds: number) {
  return new Date(now.getTime() - seconds * 1000)
}
