import type { Transaction } from 'kysely'
import type { SubscriberImport } from '../../contract/imports.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  endImport,
  findImport,
  findImports,
  holdImport,
  type ImportJobRow,
  readSkips,
  type SkippedLine,
} from '../../db/subscriber-import-jobs.ts'
import type { Actor } from '../../domain/actor.ts'
import { csvLine } from '../../domain/csv-cell.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import type { AccountsDesk } from '../accounts.ts'

type Desk = Pick<AccountsDesk, 'db'>

interface OneImport {
  id: number
  limit: CloudLimit
  now: Date
}

export async function subscriberImports(
  { db }: Desk,
  of: Pick<OneImport, 'limit' | 'now'>,
): Promise<SubscriberImport[]> {
  return (await findImports(db, of)).map(toSubscriberImport)
}

export async function subscriberImport(
  { db }: Desk,
  { limit, ...of }: OneImport,
): Promise<SubscriberImport | undefined> {
  const job = await findImport(db, of)
  if (job === undefined || !isInsideLimit(limit, { kind: 'incident', clouds: [job.cloudId] }))
    return undefined
  return toSubscriberImport(job)
}

export async function skippedLines(desk: Desk, of: OneImport): Promise<SkippedLine[] | undefined> {
  return (await subscriberImport(desk, of)) === undefined ? undefined : readSkips(desk.db, of.id)
}

export async function skippedLinesCsv(desk: Desk, of: OneImport): Promise<string | undefined> {
  const lines = await skippedLines(desk, of)
  if (lines === undefined) return undefined
  return [['Line', 'Reason'], ...lines.map(({ line, reason }) => [String(line), reason])]
    .map(csvLine)
    .join('')
}

export type CanceledImport =
  | { kind: 'canceled'; job: SubscriberImport }
  | { kind: 'ended-before'; job: SubscriberImport }
  | { kind: 'not-found' }

/**
 * Accounts that were imported stay; nothing is added after that. Their queued questions are still sent: without one, an
 * account could never be confirmed, and importing the file again leaves known accounts alone.
 */
export async function cancelImport(
  desk: Desk,
  { actor, ...of }: OneImport & { actor: Actor },
): Promise<CanceledImport> {
  if ((await subscriberImport(desk, of)) === undefined) return { kind: 'not-found' }
  const isCanceled = await desk.db.transaction().execute(async (trx) => {
    if ((await holdImport(trx, of.id)) === undefined) return false
    await endImport(trx, { ...of, state: 'canceled' })
    await auditEnd(trx, { ...of, action: 'cancel-import', actor })
    return true
  })
  const job = await subscriberImport(desk, of)
  if (job === undefined) return { kind: 'not-found' }
  return { kind: isCanceled ? 'canceled' : 'ended-before', job }
}

export async function auditEnd(
  trx: Transaction<DB>,
  of: { id: number; action: 'import' | 'fail-import' | 'cancel-import'; actor: Actor; now: Date },
) {
  const job = await findImport(trx, of)
  if (job === undefined) return
  await insertAudit(trx, {
    at: of.now,
    actor: of.actor,
    action: of.action,
    entity: 'subscribers',
    entityId: job.cloudId,
    before: null,
    after: {
      import: job.id,
      people: job.people,
      people_done: job.peopleDone,
      new_accounts: job.newAccounts,
      known_accounts: job.knownAccounts,
      left_out: job.linesSkipped,
      are_confirmed: job.areConfirmed,
    },
  })
}

export function toSubscriberImport(job: ImportJobRow): SubscriberImport {
  return {
    id: job.id,
    state: job.state,
    file: job.fileName,
    cloud: job.cloud,
    cloud_title: job.cloudTitle,
    are_confirmed: job.areConfirmed,
    people: job.people,
    people_done: job.peopleDone,
    new_accounts: job.newAccounts,
    known_accounts: job.knownAccounts,
    lines_left_out: job.linesSkipped,
    started_by: job.actorName ?? job.actor,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
  }
}
