import { type Kysely, sql, type Transaction } from 'kysely'
import type { FollowChoice } from '../domain/follow-choice.ts'
import { STARTS_ANEW } from './channels.ts'
import type { DB } from './database.ts'
import { settleUnsubscribed } from './unsubscribing.ts'

export function insertFollowLink(
  db: Kysely<DB>,
  of: { tokenHash: Buffer; email: string; choice: FollowChoice; now: Date; expiresAt: Date },
) {
  return db
    .insertInto('follow_links')
    .values({
      token_hash: of.tokenHash,
      email: of.email,
      choice: JSON.stringify(of.choice),
      created_at: of.now,
      expires_at: of.expiresAt,
    })
    .execute()
}

export function findFollowLink(db: Kysely<DB>, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('follow_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select((link) => [
      'email',
      link.ref('choice').$castTo<FollowChoice>().as('choice'),
      link.eb('used_at', 'is not', null).$castTo<boolean>().as('isUsed'),
    ])
    .executeTakeFirst()
}

export async function takeFollowLink(
  trx: Transaction<DB>,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('follow_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return used !== undefined
}

export function deleteExpiredFollowLinks(db: Kysely<DB>, { before }: { before: Date }) {
  return db.deleteFrom('follow_links').where('expires_at', '<', before).execute()
}

export interface HeldFollower {
  id: number
  isLocked: boolean
  isVerified: boolean
  /** With a password, a second step or a role, a link in a mail can't sign in. */
  hasPassword: boolean
  isMailOff: boolean
  hasOtherChannels: boolean
  email: string
  username: string | null
  display_name: string | null
}

export async function holdFollower(
  trx: Transaction<DB>,
  by: { email: string } | { channelId: number } | { tokenHash: Buffer },
): Promise<HeldFollower | undefined> {
  const { rows } = await sql<HeldFollower>`
    select id, locked_at is not null as "isLocked", email_verified_at is not null as "isVerified",
      (
        password_hash is not null
        or exists (select from second_factor_apps where user_id = users.id)
        or exists (select from passkeys where user_id = users.id)
        or exists (select from user_roles where user_id = users.id)
      ) as "hasPassword",
      exists (select from channels where user_id = users.id and kind = 'email' and not is_enabled) as "isMailOff",
      exists (
        select from channels where user_id = users.id and kind <> 'email' and is_enabled and verified_at is not null
      ) as "hasOtherChannels",
      email, username, display_name
    from users
    where oidc_issuer is null and ${isAccountOf(by)}
    for update of users`.execute(trx)
  return rows[0]
}

function isAccountOf(by: Parameters<typeof holdFollower>[1]) {
  if ('email' in by) return sql<boolean>`email = ${by.email}`
  if ('channelId' in by) return sql<boolean>`id = (select user_id from channels where id = ${by.channelId})`
  return sql<boolean>`id = (
    select user_id from one_time_tokens where token_hash = ${by.tokenHash} and purpose = 'manage-follow'
  )`
}

/** The owner has just verified the address. Undefined if the account exists by now. */
export function insertFollower(
  trx: Transaction<DB>,
  { email, now }: { email: string; now: Date },
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('users')
    .values({ email, email_verified_at: now, created_at: now, came_by: 'follow' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function followRecord(
  trx: Transaction<DB>,
  { userId, recordId, now }: { userId: number; recordId: number; now: Date },
) {
  await trx
    .insertInto('subscriptions')
    .values({ user_id: userId, scope: 'record', cloud_id: null, tid: recordId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Asks the database, because the edition of this process may be a moment behind. */
export async function isRecordPublished(db: Kysely<DB>, recordId: number): Promise<boolean> {
  const found = await db
    .selectFrom('records')
    .where('id', '=', recordId)
    .where('state', '=', 'published')
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function unfollowRecord(
  trx: Transaction<DB>,
  { userId, recordId }: { userId: number; recordId: number },
) {
  await trx
    .deleteFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('record_id', '=', recordId)
    .execute()
  await settleUnsubscribed(trx, userId)
}

export async function followedRecordIds(db: Kysely<DB>, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('scope', '=', 'record')
    .select('tid')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ tid }) => tid ?? [])
}

export async function followsRecord(
  db: Kysely<DB>,
  { userId, recordId }: { userId: number; recordId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('record_id', '=', recordId)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Removes all subscriptions and turns mail on: someone who confirms one choice only wants mail about that.
 */
export async function startAnew(trx: Transaction<DB>, userId: number) {
  await trx.deleteFrom('subscriptions').where('user_id', '=', userId).execute()
  await settleUnsubscribed(trx, userId)
  await trx
    .updateTable('channels')
    .set(STARTS_ANEW)
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .execute()
}

/** For choices made by someone who may not own the address. */
export async function forgetChoices(trx: Transaction<DB>, userId: number) {
  await startAnew(trx, userId)
  const isDefault = sql<never>`default`
  await trx
    .updateTable('channels')
    .set({ cadence: isDefault, min_severity_rank: isDefault })
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .execute()
  await trx
    .updateTable('users')
    .set({ username: null, display_name: null, timezone: isDefault })
    .where('id', '=', userId)
    .execute()
}

export async function deleteEndedFollows(db: Kysely<DB>, { endedBefore }: { endedBefore: Date }) {
  await sql`
    delete from subscriptions using records
    where subscriptions.record_id = records.id
      and case when records.state = 'published' then records.closed_on
        else coalesce(records.withdrawn_on, records.updated_on) end < ${endedBefore}
      and not (records.state = 'published' and exists (
        select from statuses where statuses.id = records.status_id and statuses.class = 'postponed'))`.execute(
    db,
  )
}

export async function takeDeliveryLink(
  trx: Transaction<DB>,
  of: { userId: number; channelId: number; publicationId: number; sentAfter: Date; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('deliveries')
    .set({ managed_at: of.now })
    .where('publication_id', '=', of.publicationId)
    .where('user_id', '=', of.userId)
    .where('channel_id', '=', of.channelId)
    .where('managed_at', 'is', null)
    .where('created_at', '>', of.sentAfter)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function closeDeliveryLinks(
  db: Kysely<DB>,
  of: { userId: number; sentAfter: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ managed_at: of.now })
    .where('user_id', '=', of.userId)
    .where('kind', '=', 'email')
    .where('state', '=', 'sent')
    .where('created_at', '>', of.sentAfter)
    .where('managed_at', 'is', null)
    .execute()
}

export async function isDeliveryLinkOpen(
  db: Kysely<DB>,
  of: { channelId: number; publicationId: number; sentAfter: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('deliveries')
    .where('publication_id', '=', of.publicationId)
    .where('channel_id', '=', of.channelId)
    .where('managed_at', 'is', null)
    .where('created_at', '>', of.sentAfter)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export function noteEntry(trx: Transaction<DB>, { userId, now }: { userId: number; now: Date }) {
  return trx.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', userId).execute()
}
