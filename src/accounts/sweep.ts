import type { Kysely } from 'kysely'
import { dropAllOfAddress } from '../db/account-mails.ts'
import { againOnDeadlock } from '../db/again-on-deadlock.ts'
import { deleteOldRequests } from '../db/api-requests.ts'
import { insertAudit } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { deleteEndedFollows, deleteExpiredFollowLinks } from '../db/follows.ts'
import { deleteUnusedImages } from '../db/images.ts'
import { deleteKnownDevices } from '../db/known-devices.ts'
import { deleteExpiredTokens } from '../db/one-time-tokens.ts'
import { deleteOldBeats } from '../db/record-presence.ts'
import { deleteOldTrash } from '../db/record-trash.ts'
import { deleteExpiredSteps } from '../db/second-factor.ts'
import { deleteOldSenderDeliveries } from '../db/sender-deliveries.ts'
import { deleteDeadSessions } from '../db/sessions.ts'
import { type EndedCredentials, hasEnded } from '../db/staff.ts'
import { deleteOldImports } from '../db/subscriber-import-jobs.ts'
import { deleteThrottles } from '../db/throttles.ts'
import { deleteUnusedAccount, unusedAccounts } from '../db/unused-accounts.ts'
import { DEVICE_MAX_AGE_S } from '../domain/account/session-cookies.ts'
import { LONGEST_THROTTLE_WINDOW_S } from '../domain/account/throttle-limits.ts'
import { SYSTEM } from '../domain/actor.ts'
import { IDLE_SIGN_OUT_S } from '../domain/constants.ts'
import { FOLLOWED_AFTER_END_DAYS } from '../domain/follow-choice.ts'
import { DELIVERIES_KEPT_DAYS } from '../domain/senders/delivery.ts'
import { endDemo } from './sign-on/end-demo.ts'
import { ANSWERS_KEPT_S } from './tokens/answer-once.ts'

const DAY_S = 86_400

/**
 * Expired rows have no effect. They are deleted so that personal data isn't stored longer than it is useful.
 */
export async function sweep(
  db: Kysely<DB>,
  now: Date,
  { onError = rethrow, signal }: { onError?: (error: unknown) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const steps = [
    () => deleteDeadSessions(db, { now, idleSince: secondsAgo(IDLE_SIGN_OUT_S) }),
    () => deleteExpiredTokens(db, { before: now }),
    () => deleteExpiredFollowLinks(db, { before: now }),
    () => deleteEndedFollows(db, { endedBefore: secondsAgo(FOLLOWED_AFTER_END_DAYS * DAY_S) }),
    () => deleteUnusedAccounts(db, now),
    () => deleteExpiredSteps(db, { before: now }),
    () => deleteThrottles(db, { overIfStartedAt: secondsAgo(LONGEST_THROTTLE_WINDOW_S), now }),
    () => deleteOldRequests(db, { askedBefore: secondsAgo(ANSWERS_KEPT_S) }),
    () => deleteOldBeats(db, { before: secondsAgo(PRESENCE_KEPT_S) }),
    () => deleteOldSenderDeliveries(db, { before: secondsAgo(DELIVERIES_KEPT_DAYS * DAY_S) }),
    () => deleteKnownDevices(db, { unusedSince: secondsAgo(DEVICE_MAX_AGE_S) }),
    () => deleteOldTrash(db, now),
    () => deleteOldImports(db, now),
  ]
  for (const step of steps) {
    if (signal?.aborted) return
    try {
      await step()
    } catch (error) {
      onError(error)
    }
  }
}

function rethrow(error: unknown): never {
  throw error
}

const UNUSED_ACCOUNTS_KEPT_S = 30 * DAY_S
const UNUSED_ACCOUNTS_AT_ONCE = 200

async function deleteUnusedAccounts(db: Kysely<DB>, now: Date): Promise<void> {
  const unusedSince = new Date(now.getTime() - UNUSED_ACCOUNTS_KEPT_S * 1000)
  for (const id of await unusedAccounts(db, { unusedSince, limit: UNUSED_ACCOUNTS_AT_ONCE }))
    await againOnDeadlock(() =>
      db.transaction().execute(async (trx) => {
        const deleted = await deleteUnusedAccount(trx, { id, unusedSince })
        if (deleted === undefined) return
        await dropAllOfAddress(trx, deleted.email)
        await insertAudit(trx, {
          at: now,
          actor: SYSTEM,
          action: 'delete-account',
          entity: 'user',
          entityId: id,
          before: null,
          after: null,
        })
      }),
    )
}

const UNUSED_IMAGES_KEPT_S = 30 * DAY_S

/** Separate from the rest: it reads every text, so it may fail where the others don't. */
export function sweepImages(db: Kysely<DB>, now: Date): Promise<void> {
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  return deleteUnusedImages(db, {
    now,
    unusedSince: secondsAgo(UNUSED_IMAGES_KEPT_S),
    checkedBefore: secondsAgo(DAY_S),
  })
}

/** Presence counts for seconds. The margin is for processes whose clocks differ. */
const PRESENCE_KEPT_S = 600

const SWEEP_EVERY_MS = 600_000

export function startSweeping(of: {
  db: Kysely<DB>
  clock: () => Date
  /** Repeats the end of the demo: an older process or a restored backup may have brought its credentials back. */
  endsDemo: boolean
  onDemoEnded: (ended: EndedCredentials) => void
  onError: (error: unknown) => void
  onImagesError: (error: unknown) => void
}): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(async () => {
        await sweep(of.db, of.clock(), { onError: of.onError, signal })
        if (of.endsDemo) await endDemoAgain(of)
      })
      .catch(of.onError)
      .then(() => sweepImages(of.db, of.clock()))
      .catch(of.onImagesError)
  }, SWEEP_EVERY_MS)
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await sweeping
    },
  }
}

export async function endDemoAgain({
  db,
  clock,
  onDemoEnded,
}: Pick<Parameters<typeof startSweeping>[0], 'db' | 'clock' | 'onDemoEnded'>): Promise<void> {
  const ended = await endDemo(db, clock())
  if (hasEnded(ended)) onDemoEnded(ended)
}
