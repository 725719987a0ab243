import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'

export async function makeStaffMember(
  db: Kysely<DB>,
  { roles, name = null }: { roles: readonly Role[]; name?: string | null },
): Promise<{ uid: number; email: string }> {
  const subject = randomBytes(6).toString('hex')
  const email = `${subject}@northwall.example`
  const { id: uid } = await db
    .insertInto('users')
    .values({
      email,
      display_name: name,
      email_verified_at: new Date(),
      oidc_issuer: 'https://identity.example',
      oidc_subject: subject,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of roles) await db.insertInto('user_roles').values({ user_id: uid, role }).execute()
  return { uid, email }
}
