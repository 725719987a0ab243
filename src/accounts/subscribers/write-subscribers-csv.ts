import type { SubscribersQuery } from '../../contract/admin/subscribers.ts'
import { insertAudit } from '../../db/audit.ts'
import { type ExportedSubscriber, subscribersWithThings } from '../../db/subscribers.ts'
import type { Actor } from '../../domain/actor.ts'
import { csvLine } from '../../domain/csv-cell.ts'
import { subscriptionName } from '../../domain/notifying/subscription-name.ts'
import type { AccountsDesk } from '../accounts.ts'
import { filterOf } from './read-subscribers.ts'

const READ_AT_ONCE = 1_000
const HEADER = [
  'Number',
  'Address',
  'Confirmed (UTC)',
  'Gets mail',
  'Follows',
  'Channels',
  'Account since (UTC)',
]

/**
 * Z-05: subscribers with their addresses. Streamed, so that a hundred thousand are never in memory at once.
 * The audit entry comes first: an export that breaks off has also handed out addresses.
 */
export async function* writeSubscribersCsv(
  { db }: Pick<AccountsDesk, 'db'>,
  {
    query,
    actor,
    now,
    readAtOnce = READ_AT_ONCE,
  }: {
    query: SubscribersQuery
    actor: Actor
    now: Date
    readAtOnce?: number
  },
): AsyncGenerator<string> {
  await db.transaction().execute((trx) =>
    insertAudit(trx, {
      at: now,
      actor,
      action: 'export',
      entity: 'subscribers',
      entityId: query.cloud ?? 'all',
      before: null,
      after: { cloud: query.cloud ?? null, service: query.service ?? null, state: query.state ?? null },
    }),
  )
  yield csvLine(HEADER)
  let before: number | undefined
  for (;;) {
    const rows = await subscribersWithThings(db, { ...filterOf(query), before, limit: readAtOnce })
    yield rows.map(lineOf).join('')
    before = rows.at(-1)?.id
    if (before === undefined) return
  }
}

function lineOf(row: ExportedSubscriber) {
  return csvLine([
    String(row.id),
    row.email ?? '',
    row.email_verified_at?.toISOString() ?? '',
    getsMail(row) ? 'yes' : 'no',
    row.things.map(subscriptionName).join('; '),
    row.channels.join('; '),
    row.created_at.toISOString(),
  ])
}

function getsMail({ email_verified_at, is_suppressed, locked_at, channels }: ExportedSubscriber): boolean {
  return email_verified_at !== null && !is_suppressed && locked_at === null && channels.includes('email')
}
