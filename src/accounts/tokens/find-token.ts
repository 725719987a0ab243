import type { Kysely } from 'kysely'
import { findLiveToken, markUsed } from '../../db/api-tokens.ts'
import type { DB } from '../../db/database.ts'
import { isScope, type Scope } from '../../domain/access.ts'
import { hashOfSecret } from '../secret.ts'

/** The program that asks. */
export interface ApiToken {
  id: number
  name: string
  scopes: readonly Scope[]
  expiresAt: Date | null
}

/** Nobody needs to know it to the second, and a write for every request would be the most of them. */
const USE_WRITTEN_EVERY_MS = 60_000

/**
 * Whose token this is. It is looked up by its hash, so nothing about time tells how much of a guess was right. That it
 * was used is written beside the request, which waits for nothing and does not fail with it.
 */
export async function findToken(
  db: Kysely<DB>,
  { token, now, onError }: { token: string; now: Date; onError: (error: unknown) => void },
): Promise<ApiToken | undefined> {
  const found = await findLiveToken(db, { tokenHash: hashOfSecret(token), now })
  if (found === undefined) return undefined
  const { id, name, scopes, expires_at: expiresAt, last_used_at: lastUsedAt } = found
  const isWrittenLately = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < USE_WRITTEN_EVERY_MS
  if (!isWrittenLately) void markUsed(db, { id, at: now }).catch(onError)
  return { id, name, scopes: scopes.filter(isScope), expiresAt }
}
