import { type Kysely, sql } from 'kysely'
import type { AccountMails, DB } from './database.ts'

export type AccountMailKind = AccountMails['kind']

export interface QueuedMail {
  kind: AccountMailKind
  /** Where it goes; as it is kept, in lower case. */
  email: string
  /** Null for a forgotten password: whether there is an account is found out when the mail is sent. */
  userId: number | null
  now: Date
}

/** In the transaction of what it tells of. After the commit `wakeMails` of the desk has it sent at once. */
export function queueAccountMail(db: Kysely<DB>, { kind, email, userId, now }: QueuedMail) {
  return db
    .insertInto('account_mails')
    .values({ kind, email, user_id: userId, due_at: now, created_at: now })
    .execute()
}

export interface ClaimedMail {
  id: number
  kind: AccountMailKind
  email: string
  user_id: number | null
  attempts: number
  created_at: Date
}

/** Takes the mail that has been due for longest, for as long as the lease; whoever else claims takes another. */
export function claimAccountMail(
  db: Kysely<DB>,
  { now, leasedUntil }: { now: Date; leasedUntil: Date },
): Promise<ClaimedMail | undefined> {
  return db
    .updateTable('account_mails')
    .set({ due_at: leasedUntil, attempts: sql`attempts + 1` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('account_mails')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returning(['id', 'kind', 'email', 'user_id', 'attempts', 'created_at'])
    .executeTakeFirst()
}

/** Who is behind a mail, unless they have gone, are locked, or have another address by now. */
export async function findMailAccount(
  db: Kysely<DB>,
  { kind, email, user_id }: Pick<ClaimedMail, 'kind' | 'email' | 'user_id'>,
) {
  const isToOwnAddress = kind === 'verify-email' || kind === 'reset-password' || kind === 'password-changed'
  return db
    .selectFrom('users')
    .where('oidc_issuer', 'is', null)
    .where('locked_at', 'is', null)
    .$if(user_id !== null, (query) => query.where('id', '=', user_id))
    .$if(isToOwnAddress, (query) => query.where('email', '=', email))
    .select((query) => [
      'id as userId',
      query.eb('email_verified_at', 'is not', null).$castTo<boolean>().as('isVerified'),
    ])
    .executeTakeFirst()
}

/** It has gone, or never will. Not if a later claim has it by now. */
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
    .set({ due_at: dueAt, last_error: reason })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** A change of address that is asked for anew, or is not wanted any more. */
export function dropQueuedChanges(db: Kysely<DB>, userId: number) {
  return db
    .deleteFrom('account_mails')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change-email')
    .execute()
}

/** With a deleted account goes what was queued for its address without its number. */
export function dropQueuedResets(db: Kysely<DB>, email: string) {
  return db
    .deleteFrom('account_mails')
    .where('email', '=', email)
    .where('kind', '=', 'reset-password')
    .execute()
}
