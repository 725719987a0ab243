import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { findLiveSession } from '../db/sessions.ts'
import { isRole } from '../domain/access.ts'
import { IDLE_SIGN_OUT_S } from '../domain/constants.ts'
import { hashOfSecret } from './secret.ts'
import { ANONYMOUS, type Viewer } from './viewer.ts'

/** The user behind a session's token; anybody else is anonymous. Reading is no activity, and writes nothing. */
export async function findViewer(
  db: Kysely<DB>,
  { token, now }: { token: string; now: Date },
): Promise<Viewer> {
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const session = await findLiveSession(db, { tokenHash: hashOfSecret(token), now, idleSince })
  if (session === undefined) return ANONYMOUS
  return {
    kind: 'user',
    uid: session.user_id,
    roles: session.roles.filter(isRole),
    sessionId: session.id,
    csrfTokenHash: session.csrf_token_hash,
    logoutTokenHash: session.logout_token_hash,
  }
}
