import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Sessions } from './database.ts'

/** The user of a session that is alive, with the roles of this moment; a revoked one counts at once. */
export function findLiveSession(
  db: Kysely<DB>,
  { tokenHash, now, idleSince }: { tokenHash: Buffer; now: Date; idleSince: Date },
) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', idleSince)
    .where('users.locked_at', 'is', null)
    .select([
      'sessions.id',
      'sessions.csrf_token_hash',
      'sessions.logout_token_hash',
      'users.id as user_id',
      sql<string[]>`array(select role from user_roles where user_roles.user_id = users.id)`.as('roles'),
    ])
    .executeTakeFirst()
}

export function insertSession(db: Kysely<DB>, session: Insertable<Sessions>) {
  return db.insertInto('sessions').values(session).execute()
}

/** */
export function touchSession(db: Kysely<DB>, { id, at }: { id: number; at: Date }) {
  return db
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .where('last_seen_at', '<', at)
    .execute()
}

/** By its token or by its number: it opens nothing any more. */
export async function endSession(
  db: Kysely<DB>,
  session: { tokenHash: Buffer } | { id: number },
): Promise<void> {
  const ended = db.deleteFrom('sessions')
  await ('id' in session
    ? ended.where('id', '=', session.id)
    : ended.where('token_hash', '=', session.tokenHash)
  ).execute()
}

export async function deleteDeadSessions(
  db: Kysely<DB>,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((session) =>
      session.or([session('expires_at', '<=', now), session('last_seen_at', '<=', idleSince)]),
    )
    .execute()
}
