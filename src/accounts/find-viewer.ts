import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { findLiveSession, touchSession } from '../db/sessions.ts'
import { isRole } from '../domain/access.ts'
import { IDLE_SIGN_OUT_S } from '../domain/constants.ts'
import { ANONYMOUS, type Viewer } from './viewer.ts'

/** A session's last use is written down at most this often: reading must not become writing. */
const TOUCHED_EVERY_MS = 60_000

/** The user behind a session's token; anybody else is anonymous. */
export async function findViewer(
  db: Kysely<DB>,
  { token, now }: { token: string; now: Date },
): Promise<Viewer> {
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const session = await findLiveSession(db, { tokenHash: hashOfToken(token), now, idleSince })
  if (session === undefined) return ANONYMOUS
  const isDue = now.getTime() - session.last_seen_at.getTime() >= TOUCHED_EVERY_MS
  if (isDue) await touchSession(db, { id: session.id, at: now })
  return { kind: 'user', uid: session.user_id, roles: session.roles.filter(isRole) }
}

/** Only hashes are kept: a copy of the table opens no session. Tokens are random, so a plain hash is enough. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
