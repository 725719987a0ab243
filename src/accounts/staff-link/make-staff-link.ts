import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { insertOneTimeToken } from '../../db/one-time-tokens.ts'
import { upsertStaff } from '../../db/staff.ts'
import type { Role } from '../../domain/access.ts'
import { actorNamed } from '../../domain/actor.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { giveRoles } from '../sign-on/give-roles.ts'

/** Can't collide with an identity provider: their issuers are web URLs. */
const ISSUER = 'urn:candor:staff-link'
const MINUTE_MS = 60_000

export type MadeStaffLink = { kind: 'made'; link: string; expiresAt: Date } | { kind: 'locked' }

export function makeStaffLink(
  db: Kysely<DB>,
  { role, minutes, publicUrl, now }: { role: Role; minutes: number; publicUrl: string; now: Date },
): Promise<MadeStaffLink> {
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS)
  return db.transaction().execute(async (trx) => {
    const displayName = `Emergency access (${role})`
    const account = { issuer: ISSUER, subject: role, email: null, displayName }
    const staff = await upsertStaff(trx, { ...account, at: now })
    if (staff === undefined) return { kind: 'locked' }
    await giveRoles(trx, { userId: staff.id, roles: [role], actor: actorNamed('staff-link'), now })
    await insertOneTimeToken(trx, {
      token_hash: hashOfSecret(token),
      user_id: staff.id,
      purpose: 'staff-link',
      created_at: now,
      expires_at: expiresAt,
    })
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('staff-link'),
      action: 'make-link',
      entity: 'user',
      entityId: staff.id,
      before: null,
      after: { role, expires_at: expiresAt.toISOString() },
    })
    return { kind: 'made', link: `${publicUrl}/user/staff-link?token=${token}`, expiresAt }
  })
}
