import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { insertOneTimeToken } from '../../db/one-time-tokens.ts'
import { hashOfSecret, newSecret } from '../secret.ts'

const HOUR_MS = 3_600_000

/** Each leads to a page with a form. Opening a link does nothing, because mail scanners open every link. */
const LINKS = {
  'verify-email': { path: '/user/verify', livesMs: 24 * HOUR_MS },
  'reset-password': { path: '/user/password/reset', livesMs: HOUR_MS },
  'change-email': { path: '/user/email/confirm', livesMs: 24 * HOUR_MS },
} as const
export type LinkPurpose = keyof typeof LINKS

export interface OneTimeLink {
  link: string
  livesHours: number
}

/** Only the hash of the token is stored: the link itself is only in the mail. */
export async function makeOneTimeLink(
  db: Kysely<DB>,
  of: { purpose: LinkPurpose; userId: number; email: string; publicUrl: string; now: Date },
): Promise<OneTimeLink> {
  const { path, livesMs } = LINKS[of.purpose]
  const token = newSecret()
  await insertOneTimeToken(db, {
    token_hash: hashOfSecret(token),
    user_id: of.userId,
    purpose: of.purpose,
    email: of.email,
    created_at: of.now,
    expires_at: new Date(of.now.getTime() + livesMs),
  })
  return { link: `${of.publicUrl}${path}?token=${token}`, livesHours: livesMs / HOUR_MS }
}
