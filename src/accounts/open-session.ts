import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { insertSession } from '../db/sessions.ts'
import type { OpenedBy } from '../domain/access.ts'
import type { SessionTokens } from '../domain/account/session-cookies.ts'
import { AUTH_COOKIE_MAX_AGE_S } from '../domain/constants.ts'
import { hashOfSecret, newSecret } from './secret.ts'

export interface Origin {
  address: string
  userAgent: string | undefined
}

const LONGEST_USER_AGENT = 300

/** Always opens a new session and never continues the browser's previous one. */
export async function openSession(
  db: Kysely<DB>,
  of: { userId: number; openedBy: OpenedBy; origin: Origin; now: Date },
): Promise<SessionTokens> {
  const tokens = {
    session: newSecret(),
    csrf: newSecret(),
    logout: newSecret(),
    security: newSecret(),
    expiresAt: new Date(of.now.getTime() + AUTH_COOKIE_MAX_AGE_S * 1000),
  }
  await insertSession(db, {
    user_id: of.userId,
    token_hash: hashOfSecret(tokens.session),
    csrf_token_hash: hashOfSecret(tokens.csrf),
    logout_token_hash: hashOfSecret(tokens.logout),
    opened_by: of.openedBy,
    created_at: of.now,
    last_seen_at: of.now,
    expires_at: tokens.expiresAt,
    address: of.origin.address,
    user_agent: of.origin.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
  })
  return tokens
}
