import type { Suppression } from '../../contract/admin/suppressions.ts'
import { insertAudit } from '../../db/audit.ts'
import { findSuppression, liftSuppression } from '../../db/channels.ts'
import { accountsWithEmail } from '../../db/people.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { Actor } from '../../domain/actor.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

export type AboutAddress = { kind: 'found'; data: Suppression } | { kind: 'no-address' }

/** Z-05: whether an address refuses our mail. Only whoever knows it can ask: what is kept is a hash. */
export async function findAddress(
  { db }: Pick<DeliveryDesk, 'db'>,
  { typed }: { typed: string },
): Promise<AboutAddress> {
  const email = emailAddress(typed)
  if (email === undefined) return { kind: 'no-address' }
  return { kind: 'found', data: await aboutAddress(db, email) }
}

/**
 * Z-05: mail goes there again. The audit names the accounts and not the address; one without any account is known by
 * nothing.
 */
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
      for (const uid of uids.length === 0 ? [undefined] : uids) {
        await insertAudit(trx, {
          at: now,
          actor,
          action: 'lift-suppression',
          entity: uid === undefined ? 'suppression' : 'user',
          entityId: uid ?? 'no account',
          before: { mail_refused: suppression.reason, refused_since: suppression.since },
          after: { mail_refused: null, refused_since: null },
        })
      }
    }
    return { kind: 'found', data: await aboutAddress(trx, email) }
  })
}

async function aboutAddress(db: DeliveryDesk['db'], email: string): Promise<Suppression> {
  const [found, uids] = [await findSuppression(db, email), await accountsWithEmail(db, email)]
  return {
    suppression: found === undefined ? null : { reason: found.reason, since: found.created_at.toISOString() },
    uids,
  }
}
