import { type Kysely, sql, type Transaction } from 'kysely'
import { mailboxOf } from '../domain/account/email-address.ts'
import { addressHash } from './channels.ts'
import type { DB } from './database.ts'

/** Covers every spelling of an address that reaches the same mailbox. */
export function refusalHash(email: string): Buffer {
  return addressHash(mailboxOf(email))
}

/** Also invalidates links that were sent already. */
export async function refuseFollowMails(
  trx: Transaction<DB>,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<void> {
  await trx
    .insertInto('follow_refusals')
    .values({ address_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const waiting = await trx
    .selectFrom('follow_links')
    .where('used_at', 'is', null)
    .select('email')
    .distinct()
    .execute()
  const refused = waiting.map(({ email }) => email).filter((email) => hashesOf(email).some(isSameAs(hash)))
  if (refused.length === 0) return
  await trx.deleteFrom('follow_links').where('used_at', 'is', null).where('email', 'in', refused).execute()
}

/** Older links have the hash of the exact address. */
function hashesOf(email: string): Buffer[] {
  return [refusalHash(email), addressHash(email)]
}

function isSameAs(one: Buffer) {
  return (other: Buffer) => other.equals(one)
}

export async function refusesFollowMails(db: Kysely<DB>, email: string): Promise<boolean> {
  return (await refusingAmong(db, [email])).has(email)
}

export async function refusingAmong(db: Kysely<DB>, emails: readonly string[]): Promise<Set<string>> {
  const hashes = emails.flatMap(hashesOf)
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string }>`
    select encode(address_hash, 'hex') as hash from follow_refusals
    where address_hash = any (${hashes}::bytea[])`.execute(db)
  const refused = new Set(rows.map(({ hash }) => hash))
  return new Set(emails.filter((email) => hashesOf(email).some((hash) => refused.has(hash.toString('hex')))))
}

export async function liftRefusal(db: Kysely<DB>, email: string): Promise<void> {
  await db.deleteFrom('follow_refusals').where('address_hash', 'in', hashesOf(email)).execute()
}
