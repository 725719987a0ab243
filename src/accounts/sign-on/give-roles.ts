import type { Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { replaceRoles } from '../../db/staff.ts'
import type { Role } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'

export async function giveRoles(
  trx: Transaction<DB>,
  { userId, roles, actor, now }: { userId: number; roles: readonly Role[]; actor: Actor; now: Date },
) {
  const before = await replaceRoles(trx, { userId, roles, at: now })
  const isSame = before.length === roles.length && roles.every((role) => before.includes(role))
  if (isSame) return
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'change-roles',
    entity: 'user',
    entityId: userId,
    before: { roles: before },
    after: { roles },
  })
}
