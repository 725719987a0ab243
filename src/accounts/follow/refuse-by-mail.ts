import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { refusalHash, refuseFollowMails } from '../../db/follow-refusals.ts'
import { unsubscribeKey } from '../../db/secrets.ts'
import { FOLLOW_REFUSE_PATH } from '../../domain/follow-choice.ts'
import type { AccountsDesk } from '../accounts.ts'

const HASH_BYTES = 32
const MAC_BYTES = 16
const TOKEN = /^[\w-]{64}$/

/**
 * For people whose address someone else entered. The link never expires, since the mail may be read weeks later, and
 * nothing is stored for it: it carries the hash of the address, signed.
 */
export async function makeRefuseLink(
  db: Kysely<DB>,
  { email, vault, publicUrl }: { email: string; vault: Vault; publicUrl: string },
): Promise<string> {
  const hash = refusalHash(email)
  const mac = macOf(await unsubscribeKey(db, vault), hash)
  return `${publicUrl}${FOLLOW_REFUSE_PATH}?token=${Buffer.concat([hash, mac]).toString('base64url')}`
}

export type FollowRefused = { kind: 'refused' } | { kind: 'wrong-token' }

/** What the address already follows stays: each of those mails has its own link to stop it. */
export async function refuseByMail(
  { db, vault }: AccountsDesk,
  { token, now }: { token: string; now: Date },
): Promise<FollowRefused> {
  const hash = TOKEN.test(token) ? signedHash(await unsubscribeKey(db, vault), token) : undefined
  if (hash === undefined) return { kind: 'wrong-token' }
  await db.transaction().execute((trx) => refuseFollowMails(trx, { hash, now }))
  return { kind: 'refused' }
}

function signedHash(key: Buffer, token: string): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const hash = bytes.subarray(0, HASH_BYTES)
  return timingSafeEqual(bytes.subarray(HASH_BYTES), macOf(key, hash)) ? hash : undefined
}

/** The key also signs the links in messages, which begin with a number instead of this word. */
function macOf(key: Buffer, hash: Buffer): Buffer {
  return createHmac('sha256', key).update('refuse').update(hash).digest().subarray(0, MAC_BYTES)
}
