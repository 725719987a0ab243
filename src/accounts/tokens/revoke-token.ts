import { markRevoked } from '../../db/api-tokens.ts'
import { insertAudit } from '../../db/audit.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { isKeyOfSender } from '../senders/manage-senders.ts'

export type RevokedToken = { kind: 'revoked' } | { kind: 'not-live' }

/** Z-08: the token stops working with the next request. */
export async function revokeToken(
  { db }: Pick<AccountsDesk, 'db'>,
  { id, actor, now }: { id: number; actor: Actor; now: Date },
): Promise<RevokedToken> {
  // Its sender would still look active.
  if (await isKeyOfSender(db, id)) return { kind: 'not-live' }
  return db.transaction().execute(async (trx) => {
    const name = await markRevoked(trx, { id, at: now })
    if (name === undefined) return { kind: 'not-live' }
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'revoke-token',
      entity: 'api_token',
      entityId: id,
      before: { name, revoked_at: null },
      after: { revoked_at: now.toISOString() },
    })
    return { kind: 'revoked' }
  })
}
