import type { Kysely } from 'kysely'
import type { SubscriptionScope } from '../domain/notifying/subscription.ts'
import type { DB } from './database.ts'

export async function putCalendar(
  db: Kysely<DB>,
  { userId, digest, now }: { userId: number; digest: Buffer; now: Date },
): Promise<void> {
  const row = { secret_digest: digest, created_at: now }
  await db
    .insertInto('calendars')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export async function deleteCalendar(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('calendars').where('user_id', '=', userId).execute()
}

export function findCalendarOfUser(db: Kysely<DB>, userId: number) {
  return db.selectFrom('calendars').where('user_id', '=', userId).select('created_at').executeTakeFirst()
}

export function findCalendarOwner(db: Kysely<DB>, digest: Buffer) {
  return db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .where('calendars.secret_digest', '=', digest)
    .where('users.locked_at', 'is', null)
    .select('calendars.user_id')
    .executeTakeFirst()
}

export function subscriptionsOfUser(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .select(['scope', 'cloud_id as cloudId', 'tid'])
    .$narrowType<{ scope: SubscriptionScope }>()
    .execute()
}
