import type { Transaction } from 'kysely'
import { queueVerifications } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { refusingAmong } from '../../db/follow-refusals.ts'
import { findCloud, holdImports } from '../../db/imports.ts'
import {
  addSubscriptions,
  findCustomers,
  insertSubscribers,
  readSubscribedServices,
} from '../../db/subscriber-imports.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { Actor } from '../../domain/actor.ts'
import { type PlannedSubscriber, planSubscribers } from '../../domain/imports/plan-subscribers.ts'
import { type CsvProblem, readCsv, type TablePreview } from '../../domain/imports/read-csv.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import type { AccountsDesk } from '../accounts.ts'

export interface SubscribersImport {
  text: string
  columns?: Readonly<Record<string, string>> | undefined
  cloud: string
  /** The page they come from. If its components were imported, lists of components are understood. */
  source: string
  /** Staff vouch that these addresses were confirmed there. Otherwise each has to confirm first. */
  areConfirmed: boolean
  staffDomains: readonly string[]
  applies: boolean
  actor: Actor
  /** The clouds that the importer may subscribe people to. */
  limit: CloudLimit
  now: Date
}

interface SubscribersReport {
  newAccounts: number
  /** Subscribers who already have an account. They made their choices here, so they stay unchanged. */
  knownAccounts: number
  leftOut: { line: number; reason: string }[]
}

export type SubscribersOutcome =
  | { kind: 'planned' | 'imported'; report: SubscribersReport; table: TablePreview }
  | { kind: 'no-such-cloud' }
  | { kind: 'outside-limit'; clouds: number[] }
  | { kind: 'refused'; problems: CsvProblem[]; table?: TablePreview }

/** What fits into one call: 100,000 lines took 30 s, and requests time out after 20 s. */
const LIMITS = { bytes: 16 * 1024 * 1024, lines: 20_000 }

/** Imports subscribers of another page as accounts without a password. They can set one with "Forgot password". */
export async function importSubscribers(
  { db, wakeMails }: AccountsDesk,
  asked: SubscribersImport,
): Promise<SubscribersOutcome> {
  const read = readCsv(asked.text, {
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
  const outcome = await db.transaction().execute(async (trx): Promise<SubscribersOutcome> => {
    await holdImports(trx)
    const services = await readSubscribedServices(trx, { cloudId: cloud.id, source: asked.source })
    const emails = read.lines.flatMap(({ cells }) => emailAddress(cells.email) ?? [])
    const refusing = asked.areConfirmed ? new Set<string>() : await refusingAmong(trx, emails)
    const { subscribers, leftOut } = planSubscribers(read.lines, { services, refusing, ...asked })
    const known = await findCustomers(
      trx,
      subscribers.map(({ email }) => email),
    )
    const report = {
      newAccounts: subscribers.filter(({ email }) => !known.has(email)).length,
      knownAccounts: known.size,
      leftOut,
    }
    const { table } = read
    if (!asked.applies) return { kind: 'planned', report, table }
    await apply(trx, { ...asked, subscribers, known, cloudId: cloud.id, report })
    return { kind: 'imported', report, table }
  })
  if (outcome.kind === 'imported') wakeMails()
  return outcome
}

interface Applying extends SubscribersImport {
  subscribers: readonly PlannedSubscriber[]
  known: ReadonlyMap<string, number>
  cloudId: number
  report: SubscribersReport
}

async function apply(
  trx: Transaction<DB>,
  { subscribers, known, cloudId, report, areConfirmed, actor, now }: Applying,
) {
  const added = await insertSubscribers(trx, {
    emails: subscribers.map(({ email }) => email).filter((email) => !known.has(email)),
    verifiedAt: areConfirmed ? now : null,
    cameBy: 'import',
    now,
  })
  await addSubscriptions(trx, {
    cloudId,
    now,
    subscriptions: subscribers.flatMap(({ email, choices }) => {
      const userId = added.get(email)
      return userId === undefined ? [] : choices.map((choice) => ({ userId, ...choice }))
    }),
  })
  if (!areConfirmed) await queueVerifications(trx, { accounts: added, now })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'import',
    entity: 'subscribers',
    entityId: cloudId,
    before: null,
    after: {
      new_accounts: report.newAccounts,
      known_accounts: report.knownAccounts,
      left_out: report.leftOut.length,
      are_confirmed: areConfirmed,
    },
  })
}
