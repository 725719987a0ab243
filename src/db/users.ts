import type { Kysely } from 'kysely'
import type { DB } from './database.ts'
import { rolesOfUser } from './roles-of-user.ts'

export type SignInName = { kind: 'email'; email: string } | { kind: 'username'; username: string }

/** Staff have no password, so they are left out. Among the others, a name belongs to one account. */
export function findUserBySignInName(db: Kysely<DB>, name: SignInName) {
  return db
    .selectFrom('users')
    .where('oidc_issuer', 'is', null)
    .where((user) =>
      name.kind === 'email' ? user('email', '=', name.email) : user('username', '=', name.username),
    )
    .select(['id', 'email', 'username', 'display_name', 'password_hash', 'locked_at'])
    .select(rolesOfUser)
    .executeTakeFirst()
}

export function findUserDetails(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'email', 'email_verified_at', 'username', 'display_name', 'timezone'])
    .executeTakeFirst()
}

export async function isEmailTaken(db: Kysely<DB>, email: string): Promise<boolean> {
  return (await findUserBySignInName(db, { kind: 'email', email })) !== undefined
}

export async function isUsernameTaken(db: Kysely<DB>, username: string): Promise<boolean> {
  const taken = await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirst()
  return taken !== undefined
}

export function insertUser(
  db: Kysely<DB>,
  user: { email: string; username: string | null; password_hash: string; created_at: Date },
): Promise<{ id: number } | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, came_by: 'sign-up', last_sign_in_at: user.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Call it while holding the account's password. */
export function noteSignIn(db: Kysely<DB>, user: { id: number; newPasswordHash: string; at: Date }) {
  return db
    .updateTable('users')
    .set({ last_sign_in_at: user.at, password_hash: user.newPasswordHash })
    .where('id', '=', user.id)
    .execute()
}
