import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { refusingAmong } from '../../db/follow-refusals.ts'
import { findCloud } from '../../db/imports.ts'
import {
  findImport,
  findImportOfPlan,
  type ImportJobRow,
  queueImport,
} from '../../db/subscriber-import-jobs.ts'
import { findCustomers, findUnconfirmed, readSubscribedServices } from '../../db/subscriber-imports.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { Actor } from '../../domain/actor.ts'
import { inLots } from '../../domain/imports/in-lots.ts'
import { type PlannedSubscriber, planSubscribers } from '../../domain/imports/plan-subscribers.ts'
import { type CsvProblem, readCsv, type TablePreview } from '../../domain/imports/read-csv.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import type { AccountsDesk } from '../accounts.ts'

export interface SubscribersImport {
  fileName: string
  text: string
  columns?: Readonly<Record<string, string>> | undefined
  cloud: string
  /** The page they come from. If its components were imported, lists of components are understood. */
  source: string
  /**
   * Staff vouch that these addresses were confirmed there. Otherwise each owner has to confirm first
   * (A-11).
   */
  areConfirmed: boolean
  staffDomains: readonly string[]
  /** Identifies file and choices. The same import is queued once. */
  plan: string
  applies: boolean
  actor: Actor
  limit: CloudLimit
  now: Date
}

interface SubscribersReport {
  newAccounts: number
  /**
   * Subscribers who already have an account. They made their choices here, so they stay unchanged. If staff vouch for the
   * addresses, unconfirmed accounts count as new.
   */
  knownAccounts: number
  leftOut: { line: number; reason: string }[]
}

export type SubscribersOutcome =
  | { kind: 'planned'; report: SubscribersReport; table: TablePreview }
  | { kind: 'queued'; report: SubscribersReport; table: TablePreview; job: ImportJobRow }
  | { kind: 'no-such-cloud' }
  | { kind: 'outside-limit'; clouds: number[] }
  | { kind: 'refused'; problems: CsvProblem[]; table?: TablePreview }

/** A process reads this in a few seconds beside its other work, and people can look through it. */
const LIMITS = { bytes: 16 * 1024 * 1024, lines: 100_000 }

export async function importSubscribers(
  { db }: Pick<AccountsDesk, 'db'>,
  asked: SubscribersImport,
): Promise<SubscribersOutcome> {
  const read = await readCsv(asked.text, {
    columns: ['email', 'type', 'components'],
    optional: ['type', 'components'],
    named: asked.columns ?? {},
    limits: LIMITS,
  })
  if (read.kind === 'refused') return read
  const cloud = await findCloud(db, asked.cloud)
  if (cloud === undefined) return { kind: 'no-such-cloud' }
  const clouds = [cloud.id]
  if (!isInsideLimit(asked.limit, { kind: 'incident', clouds })) return { kind: 'outside-limit', clouds }
  const services = await readSubscribedServices(db, { cloudId: cloud.id, source: asked.source })
  // The worker checks each slice again, since people may opt out in the meantime.
  const isAskedLater = asked.areConfirmed || asked.applies
  const refusing = isAskedLater ? new Set<string>() : await findRefusing(db, read.lines)
  const { subscribers, leftOut } = await planSubscribers(read.lines, { services, refusing, ...asked })
  const knownAccounts = await countKnown(db, subscribers, asked)
  const report = { newAccounts: subscribers.length - knownAccounts, knownAccounts, leftOut }
  const { table } = read
  if (!asked.applies) return { kind: 'planned', report, table }
  const job = await queue(db, { ...asked, subscribers, cloudId: cloud.id, report })
  return { kind: 'queued', report, table, job }
}

/** Batch size: hashing and sending a hundred thousand at once would stop the readers of this process. */
const ASKED_AT_ONCE = 1_000

async function findRefusing(db: Kysely<DB>, lines: readonly { cells: { email: string } }[]) {
  const emails = (await inLots(lines, ({ cells }) => emailAddress(cells.email))).filter(
    (email) => email !== undefined,
  )
  const refusing = new Set<string>()
  for (let at = 0; at < emails.length; at += ASKED_AT_ONCE)
    for (const email of await refusingAmong(db, emails.slice(at, at + ASKED_AT_ONCE))) refusing.add(email)
  return refusing
}

async function countKnown(
  db: Kysely<DB>,
  subscribers: readonly PlannedSubscriber[],
  { areConfirmed }: Pick<SubscribersImport, 'areConfirmed'>,
) {
  let known = 0
  for (let at = 0; at < subscribers.length; at += ASKED_AT_ONCE) {
    const asked = subscribers.slice(at, at + ASKED_AT_ONCE).map(({ email }) => email)
    known += (await findCustomers(db, asked)).size
    if (areConfirmed) known -= (await findUnconfirmed(db, asked)).length
  }
  return known
}

interface Queueing extends SubscribersImport {
  subscribers: readonly PlannedSubscriber[]
  cloudId: number
  report: SubscribersReport
}

/** The audit entry comes first: it records who confirmed the addresses, even if the import is canceled later. */
async function queue(db: Kysely<DB>, of: Queueing): Promise<ImportJobRow> {
  const { subscribers, report, actor, now } = of
  const queued = await db.transaction().execute(async (trx) => {
    const id = await queueImport(trx, { ...of, skips: report.leftOut })
    if (id === undefined) return undefined
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'start-import',
      entity: 'subscribers',
      entityId: of.cloudId,
      before: null,
      after: { import: id, people: subscribers.length, are_confirmed: of.areConfirmed },
    })
    return id
  })
  const id = queued ?? (await findImportOfPlan(db, of.plan))?.id
  const job = id === undefined ? undefined : await findImport(db, { id, now })
  if (job === undefined) throw new Error('The import ended while it was queued')
  return job
}
