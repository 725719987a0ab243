import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'

export interface SignedIn {
  uid: number
  cookie: string
  csrf: string
  logout: string
}

export async function signIn(
  db: Kysely<DB>,
  of: { roles?: readonly Role[]; lastSeenAt?: Date; expiresAt?: Date; lockedAt?: Date } = {},
): Promise<SignedIn> {
  const [token, csrf, logout] = [secret(), secret(), secret()]
  const { id: uid } = await db
    .insertInto('users')
    .values({ email: `${randomBytes(6).toString('hex')}@customer.example`, locked_at: of.lockedAt ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of of.roles ?? [])
    await db.insertInto('user_roles').values({ user_id: uid, role }).execute()
  const lastSeenAt = of.lastSeenAt ?? new Date()
  await db
    .insertInto('sessions')
    .values({
      user_id: uid,
      opened_by: of.roles === undefined ? 'password' : 'sign-on',
      token_hash: sha256(token),
      csrf_token_hash: sha256(csrf),
      logout_token_hash: sha256(logout),
      created_at: new Date(lastSeenAt.getTime() - 86_400_000),
      last_seen_at: lastSeenAt,
      expires_at: of.expiresAt ?? new Date(Date.now() + 86_400_000),
    })
    .execute()
  return {
    uid,
    cookie: `cloud=northwall_net; candor_session=${token}; __Host-candor_session=${token}`,
    csrf,
    logout,
  }
}

function secret() {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest()
}
