import type { Transaction } from 'kysely'
import type { Suppression, SuppressionGroup } from '../../contract/admin/suppressions.ts'
import { insertAudit } from '../../db/audit.ts'
import {
  findSuppression,
  liftSuppression,
  liftSuppressions,
  suppressAddress,
  suppressionGroups,
} from '../../db/channels.ts'
import type { DB } from '../../db/database.ts'
import { accountsWithEmail } from '../../db/people.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { Actor } from '../../domain/actor.ts'
import { STOPPED_BY_STAFF } from '../../domain/notifying/channel-result.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

export type AboutAddress = { kind: 'found'; data: Suppression } | { kind: 'no-address' }

/** Z-05: requires the whole address, because only its hash is stored. */
export async function findAddress(
  { db }: Pick<DeliveryDesk, 'db'>,
  { typed }: { typed: string },
): Promise<AboutAddress> {
  const email = emailAddress(typed)
  if (email === undefined) return { kind: 'no-address' }
  return { kind: 'found', data: await aboutAddress(db, email) }
}

/** Z-05: for addresses with or without an account. The audit log names the accounts, not the address. */
export async function stopAddress(
  { db }: Pick<DeliveryDesk, 'db'>,
  { typed, actor, now }: { typed: string; actor: Actor; now: Date },
): Promise<AboutAddress> {
  const email = emailAddress(typed)
  if (email === undefined) return { kind: 'no-address' }
  return db.transaction().execute(async (trx) => {
    const { suppression, uids } = await aboutAddress(trx, email)
    // Also for an address that refused our mail, so that its owner can't lift that anymore.
    if (suppression?.reason !== STOPPED_BY_STAFF) {
      await liftSuppression(trx, email)
      await suppressAddress(trx, { email, reason: STOPPED_BY_STAFF, now })
      await auditAccounts(trx, uids, {
        at: now,
        actor,
        action: 'suppress',
        before: { mail_refused: suppression?.reason ?? null },
        after: { mail_refused: STOPPED_BY_STAFF },
      })
    }
    return { kind: 'found', data: await aboutAddress(trx, email) }
  })
}

/** Z-05. Without an account, the audit entry names nothing. */
export async function liftAddress(
  { db }: Pick<DeliveryDesk, 'db'>,
  { typed, actor, now }: { typed: string; actor: Actor; now: Date },
): Promise<AboutAddress> {
  const email = emailAddress(typed)
  if (email === undefined) return { kind: 'no-address' }
  return db.transaction().execute(async (trx) => {
    const { suppression, uids } = await aboutAddress(trx, email)
    if (suppression !== null) {
      await liftSuppression(trx, email)
      await auditAccounts(trx, uids, {
        at: now,
        actor,
        action: 'lift-suppression',
        before: { mail_refused: suppression.reason, refused_since: suppression.since },
        after: { mail_refused: null, refused_since: null },
      })
    }
    return { kind: 'found', data: await aboutAddress(trx, email) }
  })
}

const REASONS_LISTED = 100

async function auditAccounts(
  trx: Transaction<DB>,
  uids: readonly number[],
  entry: Omit<Parameters<typeof insertAudit>[1], 'entity' | 'entityId'>,
) {
  if (uids.length === 0) await insertAudit(trx, { ...entry, entity: 'suppression', entityId: 'no account' })
  for (const uid of uids) await insertAudit(trx, { ...entry, entity: 'user', entityId: uid })
}

/** Z-05: grouped by reason. A misconfigured relay shows as one large group. */
export async function listSuppressions({
  db,
}: Pick<DeliveryDesk, 'db'>): Promise<{ data: SuppressionGroup[]; total: number }> {
  const { groups, total } = await suppressionGroups(db, { most: REASONS_LISTED })
  const data = groups.map(({ first, last, ...group }) => ({
    ...group,
    first: first.toISOString(),
    last: last.toISOString(),
  }))
  return { data, total }
}

export type LiftedMany = { kind: 'lifted'; count: number } | { kind: 'too-wide' }

/** Z-05: one audit entry records the filter and the count, because the addresses themselves are unknown. */
export function liftAddresses(
  { db }: Pick<DeliveryDesk, 'db'>,
  {
    reason,
    from,
    until,
    actor,
    now,
  }: {
    reason?: string | undefined
    from?: Date | undefined
    until?: Date | undefined
    actor: Actor
    now: Date
  },
): Promise<LiftedMany> {
  return db.transaction().execute(async (trx) => {
    if (reason === undefined && from === undefined) return { kind: 'too-wide' }
    const count = await liftSuppressions(trx, { reason, from, until })
    if (count > 0) {
      await insertAudit(trx, {
        at: now,
        actor,
        action: 'lift-suppressions',
        entity: 'suppression',
        entityId: reason ?? 'any reason',
        before: {
          suppressed: count,
          from: from?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
        },
        after: { suppressed: 0 },
      })
    }
    return { kind: 'lifted', count }
  })
}

async function aboutAddress(db: DeliveryDesk['db'], email: string): Promise<Suppression> {
  const [found, uids] = [await findSuppression(db, email), await accountsWithEmail(db, email)]
  return {
    suppression: found === undefined ? null : { reason: found.reason, since: found.created_at.toISOString() },
    uids,
  }
}
