import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { queueVerifications } from '../../db/account-mails.ts'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import type { DB } from '../../db/database.ts'
import { refusingAmong } from '../../db/follow-refusals.ts'
import { holdImports } from '../../db/imports.ts'
import { isDatabaseLost } from '../../db/is-database-lost.ts'
import { voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { verifyAddress } from '../../db/own-account.ts'
import {
  endImport,
  findNextImport,
  type HeldImport,
  holdImport,
  noteFailedSlice,
  noteSlice,
  takeSlice,
} from '../../db/subscriber-import-jobs.ts'
import {
  activeServices,
  addSubscriptions,
  findCustomers,
  findUnconfirmed,
  insertSubscribers,
} from '../../db/subscriber-imports.ts'
import { type PlannedSubscriber, REFUSES_QUESTIONS } from '../../domain/imports/plan-subscribers.ts'
import { endUnconfirmedAccess } from '../forget-old-password.ts'
import { auditEnd } from './import-jobs.ts'

const LOOK_EVERY_MS = 1_000
/** For one slice. After that, people have to look at it; a lost database doesn't count. */
const FAILURES_AT_MOST = 5

export type ImportingEvent =
  | { kind: 'slice'; id: number; people: number }
  | { kind: 'ended'; id: number; state: 'done' | 'failed' }
  | { kind: 'failed'; error: unknown }

/** Imports queued subscribers. Several workers may run: the row of an import is locked while one imports a slice. */
export function startImporting({
  db,
  clock,
  onEvent,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  db: Kysely<DB>
  clock: () => Date
  onEvent: (event: ImportingEvent) => void
  lookEveryMs?: number
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run() {
    while (!signal.aborted) {
      const outcome = await importNext(db, { now: clock() }).catch(
        (error: unknown): ImportingEvent => ({ kind: 'failed', error }),
      )
      if (outcome.kind !== 'nothing') onEvent(outcome)
      if (outcome.kind === 'nothing' || outcome.kind === 'failed')
        await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/**
 * One slice of the oldest import. What it adds, that it is done and how far the import is are one
 * transaction: a worker that is killed leaves nothing half done, and the next one continues from there.
 */
export async function importNext(
  db: Kysely<DB>,
  { now }: { now: Date },
): Promise<ImportingEvent | { kind: 'nothing' }> {
  const id = await findNextImport(db)
  if (id === undefined) return { kind: 'nothing' }
  try {
    return await againOnDeadlock(() =>
      db.transaction().execute(async (trx): Promise<ImportingEvent> => {
        await holdImports(trx)
        const job = await holdImport(trx, id)
        if (job === undefined) return { kind: 'slice', id, people: 0 }
        if (job.cloudRetiredAt !== null) return end(trx, { job, state: 'failed', now })
        const people = await takeSlice(trx, id)
        if (people === undefined) return end(trx, { job, state: 'done', now })
        await importSlice(trx, { ...job, people, now })
        return { kind: 'slice', id, people: people.length }
      }),
    )
  } catch (error) {
    if (isDatabaseLost(error)) throw error
    const isOver = await db.transaction().execute(async (trx) => {
      const job = await holdImport(trx, id)
      if (job === undefined) return true
      await noteFailedSlice(trx, id)
      if (job.failures + 1 < FAILURES_AT_MOST) return false
      await end(trx, { job, state: 'failed', now })
      return true
    })
    if (isOver) return { kind: 'ended', id, state: 'failed' }
    throw error
  }
}

async function importSlice(
  trx: Transaction<DB>,
  of: {
    id: number
    cloudId: number
    areConfirmed: boolean
    people: readonly PlannedSubscriber[]
    now: Date
  },
) {
  const { cloudId, areConfirmed, people, now } = of
  const emails = people.map(({ email }) => email)
  const refusing = areConfirmed ? new Set<string>() : await refusingAmong(trx, emails)
  const known = await findCustomers(trx, emails)
  const added = await insertSubscribers(trx, {
    emails: emails.filter((email) => !known.has(email) && !refusing.has(email)),
    verifiedAt: areConfirmed ? now : null,
    cameBy: 'import',
    now,
  })
  if (areConfirmed) {
    for (const account of await findUnconfirmed(trx, emails))
      if (await confirm(trx, { ...account, now })) added.set(account.email, account.id)
  }
  // A service may have been closed since the preview.
  const services = new Set((await activeServices(trx, cloudId)).map(({ tid }) => tid))
  await addSubscriptions(trx, {
    cloudId,
    now,
    subscriptions: people.flatMap(({ email, choices }) => {
      const userId = added.get(email)
      if (userId === undefined) return []
      return choices
        .filter((choice) => choice.scope !== 'service' || services.has(choice.tid))
        .map((choice) => ({ userId, ...choice }))
    }),
  })
  if (!areConfirmed) await queueVerifications(trx, { accounts: added, now })
  const skips = people
    .filter(({ email }) => refusing.has(email) && !known.has(email))
    .map(({ line }) => ({ line, reason: REFUSES_QUESTIONS }))
  await noteSlice(trx, {
    id: of.id,
    people: people.length,
    newAccounts: added.size,
    knownAccounts: people.length - added.size - skips.length,
    skips,
    now,
  })
}

/** False if the address was confirmed meanwhile. */
async function confirm(
  trx: Transaction<DB>,
  { id: userId, email, now }: { id: number; email: string; now: Date },
): Promise<boolean> {
  if (!(await endUnconfirmedAccess(trx, { uid: userId, now }))) return false
  await voidOneTimeTokens(trx, { userId, purposes: ['verify-email'], now })
  return (await verifyAddress(trx, { userId, email, now })) === 'verified'
}

async function end(
  trx: Transaction<DB>,
  { job, state, now }: { job: HeldImport; state: 'done' | 'failed'; now: Date },
): Promise<ImportingEvent> {
  const { id } = job
  await endImport(trx, { id, state, now })
  const actor = { name: job.actor, userId: job.actorUserId, requestId: job.requestId }
  await auditEnd(trx, { id, action: state === 'done' ? 'import' : 'fail-import', actor, now })
  return { kind: 'ended', id, state }
}
