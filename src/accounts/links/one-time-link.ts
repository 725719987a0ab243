import type { Kysely } from 'kysely'
import type { WantedFollow } from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import { insertFollowLink } from '../../db/follows.ts'
import { insertOneTimeToken } from '../../db/one-time-tokens.ts'
import { FOLLOW_CONFIRM_PATH, FOLLOW_MANAGE_PATH, followAddress } from '../../domain/follow-choice.ts'
import { hashOfSecret, newSecret } from '../secret.ts'

const HOUR_MS = 3_600_000

/** Each leads to a page with a form. Opening a link does nothing, because mail scanners open every link. */
const LINKS = {
  'verify-email': { path: '/user/verify', livesMs: 24 * HOUR_MS },
  'reset-password': { path: '/user/password/reset', livesMs: HOUR_MS },
  'change-email': { path: '/user/email/confirm', livesMs: 24 * HOUR_MS },
  'manage-follow': { path: FOLLOW_MANAGE_PATH, livesMs: 24 * HOUR_MS },
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

const FOLLOW_LINK_MS = 24 * HOUR_MS

/** For an address that may have no account yet. The choice is also in the link, so that its page can show it. */
export async function makeFollowLink(
  db: Kysely<DB>,
  of: { email: string; follow: WantedFollow; publicUrl: string; now: Date },
): Promise<OneTimeLink> {
  const token = newSecret()
  const { choice } = of.follow
  await insertFollowLink(db, {
    tokenHash: hashOfSecret(token),
    email: of.email,
    choice,
    now: of.now,
    expiresAt: new Date(of.now.getTime() + FOLLOW_LINK_MS),
  })
  const link = of.publicUrl + followAddress(FOLLOW_CONFIRM_PATH, choice, { token })
  return { link, livesHours: FOLLOW_LINK_MS / HOUR_MS }
}
