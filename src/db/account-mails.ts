import { type Kysely, sql, type Transaction } from 'kysely'
import type { FollowChoice } from '../domain/follow-choice.ts'
import { openedAddress } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import type { AccountMails, DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

export type AccountMailKind = AccountMails['kind']

export interface QueuedMail {
  kind: AccountMailKind
  /** In lower case. */
  email: string
  /** Null: whether there is an account is checked when sending. */
  userId: number | null
  /** Only of `confirm-follow`. */
  follow?: WantedFollow
  now: Date
}

export interface WantedFollow {
  choice: FollowChoice
  name: string
}

/** After the commit, call `wakeMails` of the desk to send it immediately. */
export function queueAccountMail(db: Kysely<DB>, { kind, email, userId, follow, now }: QueuedMail) {
  return db
    .insertInto('account_mails')
    .values({
      kind,
      email,
      user_id: userId,
      follow: follow === undefined ? null : JSON.stringify(follow),
      due_at: dueNow(now),
      created_at: now,
    })
    .execute()
}

export async function queueChannelMail(
  trx: Transaction<DB>,
  of: {
    kind: Extract<AccountMailKind, 'channel-added' | 'channel-disabled'>
    userId: number
    channelId: number
    now: Date
  },
) {
  await sql`
    insert into account_mails (kind, email, user_id, channel_id, due_at, created_at)
    select ${of.kind}::text, email, id, ${of.channelId}::bigint, ${dueNow(of.now)}, ${of.now}::timestamptz
    from users
    where id = ${of.userId} and email is not null`.execute(trx)
}

/**
 * Only to a verified address: people may have signed up with someone else's. A queued mail also covers later changes,
 * so that repeated changes don't fill a mailbox.
 */
export async function queueCalendarMail(trx: Transaction<DB>, of: { userId: number; now: Date }) {
  await sql`
    insert into account_mails (kind, email, user_id, due_at, created_at)
    select 'calendar-added', email, id, ${dueNow(of.now)}, ${of.now}::timestamptz
    from users
    where id = ${of.userId} and email is not null and email_verified_at is not null and not exists (
      select from account_mails where user_id = users.id and kind = 'calendar-added'
    )`.execute(trx)
}

export async function queueVerifications(
  db: Kysely<DB>,
  { accounts, now }: { accounts: ReadonlyMap<string, number>; now: Date },
) {
  await sql`
    insert into account_mails (kind, email, user_id, is_of_import, due_at, created_at)
    select 'verify-email', email, user_id, true, ${dueNow(now)}, ${now}::timestamptz
    from unnest(${[...accounts.keys()]}::text[], ${[...accounts.values()]}::int[]) as given (email, user_id)`.execute(
    db,
  )
}

/**
 * The database's clock decides: otherwise, mail queued by a process with a fast clock is sent minutes late.
 * A slow clock only makes it due earlier, which is harmless.
 */
function dueNow(now: Date) {
  return sql<Date>`least(${byDatabaseClock(now)}, ${now}::timestamptz)`
}

export interface ClaimedMail {
  id: number
  kind: AccountMailKind
  email: string
  user_id: number | null
  channel_id: number | null
  approval_id: number | null
  note_id: number | null
  reminder_id: number | null
  follow?: WantedFollow | null
  attempts: number
  created_at: Date
}

/**
 * Imports last. Uses the database's clock only: a process with a fast clock would take mail that another is
 * sending. With `in` instead of `=`, the planner may run the inner query once for each row, which leases
 * mails that aren't sent until their leases end.
 */
export function claimAccountMail(
  db: Kysely<DB>,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<ClaimedMail | undefined> {
  return db
    .updateTable('account_mails')
    .set({ due_at: byDatabaseClock(leasedUntil), attempts: sql`attempts + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('account_mails')
        .where('due_at', '<=', byDatabaseClock(now))
        .orderBy('is_of_import')
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning([
      'id',
      'kind',
      'email',
      'user_id',
      'channel_id',
      'approval_id',
      'note_id',
      'reminder_id',
      'attempts',
      'created_at',
    ])
    .returning((mail) => mail.ref('follow').$castTo<WantedFollow | null>().as('follow'))
    .executeTakeFirst()
}

/**
 * Undefined if the account is deleted, locked or has another address by now. Staff have no password or
 * address to change here, but channels and calendars. Locks the account until the transaction ends.
 */
export function holdMailAccount(
  trx: Transaction<DB>,
  { kind, email, user_id }: Pick<ClaimedMail, 'kind' | 'email' | 'user_id'>,
) {
  const isToOwnAddress = kind !== 'change-email' && kind !== 'email-changed'
  const isAlsoForStaff = OF_STAFF_TOO.includes(kind)
  return trx
    .selectFrom('users')
    .$if(!isAlsoForStaff, (query) => query.where('oidc_issuer', 'is', null))
    .where('locked_at', 'is', null)
    .$if(user_id !== null, (query) => query.where('id', '=', user_id))
    .$if(isToOwnAddress, (query) => query.where('email', '=', email))
    .select((query) => [
      'id as userId',
      'email',
      query.eb('email_verified_at', 'is not', null).$castTo<boolean>().as('isVerified'),
      query.eb('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
    ])
    .forKeyShare()
    .executeTakeFirst()
}

const OF_STAFF_TOO: readonly AccountMailKind[] = [
  'channel-disabled',
  'channel-added',
  'calendar-added',
  'approval-asked',
  'approval-decided',
  'mentioned',
  'handed-over',
  'update-due',
]

/** Undefined if the channel is on again, so there is nothing to report. */
export async function findMailedChannel(
  db: Kysely<DB>,
  vault: Vault,
  { kind, channelId }: { kind: AccountMailKind; channelId: number },
) {
  const channel = await db
    .selectFrom('channels')
    .where('id', '=', channelId)
    .$if(kind === 'channel-disabled', (query) => query.where('is_enabled', '=', false))
    .select(['id', 'kind', 'name', 'address'])
    .executeTakeFirst()
  if (channel === undefined) return undefined
  return { kind: channel.kind, name: channel.name, address: openedAddress(vault, channel).address }
}

/** Whether to send a claimed mail. `dropAccountMail` of others waits until the transaction ends. */
export async function holdAccountMail(
  trx: Transaction<DB>,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
): Promise<boolean> {
  const held = await trx
    .selectFrom('account_mails')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Does nothing if a later claim has it. */
export function dropAccountMail(db: Kysely<DB>, { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>) {
  return db.deleteFrom('account_mails').where('id', '=', id).where('attempts', '=', attempts).execute()
}

export function postponeAccountMail(
  db: Kysely<DB>,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  { dueAt, reason }: { dueAt: Date; reason: string },
) {
  return db
    .updateTable('account_mails')
    .set({ due_at: byDatabaseClock(dueAt), last_error: reason })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * For an address change that was requested again or canceled. Call before voiding its links: a mail being prepared
 * creates one until it is dropped.
 */
export function dropQueuedChanges(db: Kysely<DB>, userId: number) {
  return db
    .deleteFrom('account_mails')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change-email')
    .execute()
}

export async function dropAllOfAddress(db: Kysely<DB>, email: string) {
  await db.deleteFrom('account_mails').where('email', '=', email).where('user_id', 'is', null).execute()
  await db.deleteFrom('follow_links').where('email', '=', email).execute()
}
