import { type Insertable, type Kysely, sql } from 'kysely'
import { limitOf } from './cloud-limits.ts'
import type { DB, Sessions } from './database.ts'
import { rolesOfUser } from './roles-of-user.ts'

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
      'sessions.opened_by',
      'users.id as user_id',
      rolesOfUser,
      limitOf('users').as('limit'),
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

export function listOwnSessions(
  db: Kysely<DB>,
  { userId, now, idleSince }: { userId: number; now: Date; idleSince: Date },
) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .select(['id', 'opened_by', 'created_at', 'last_seen_at', 'user_agent'])
    .select(sql<string | null>`host(address)`.as('address'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function endOwnSession(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export function endOtherSessions(db: Kysely<DB>, { userId, but }: { userId: number; but: number }) {
  return db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', but).execute()
}

export function endAllSessions(db: Kysely<DB>, userId: number) {
  return db.deleteFrom('sessions').where('user_id', '=', userId).execute()
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
