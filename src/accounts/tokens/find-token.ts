import type { Kysely } from 'kysely'
import { findLiveToken, findOwnerOfToken, markUsed } from '../../db/api-tokens.ts'
import type { DB } from '../../db/database.ts'
import { isScope, type Scope } from '../../domain/access.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import { hashOfSecret } from '../secret.ts'

export interface ApiToken {
  id: number
  name: string
  scopes: readonly Scope[]
  expiresAt: Date | null
  limit: CloudLimit
}

/** To the minute is enough, and this saves a write for every request. */
const USE_WRITTEN_EVERY_MS = 60_000

/**
 * Finds the token by its hash, so timing reveals nothing about a guess. The last use is written in the background: the
 * request neither waits for it nor fails with it.
 */
export async function findToken(
  db: Kysely<DB>,
  { token, now, onError }: { token: string; now: Date; onError: (error: unknown) => void },
): Promise<ApiToken | undefined> {
  const found = await findLiveToken(db, { tokenHash: hashOfSecret(token), now })
  if (found === undefined) return undefined
  const { id, name, scopes, limit, expires_at: expiresAt, last_used_at: lastUsedAt } = found
  const isWrittenLately = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < USE_WRITTEN_EVERY_MS
  if (!isWrittenLately) void markUsed(db, { id, at: now }).catch(onError)
  return { id, name, scopes: scopes.filter(isScope), expiresAt, limit }
}

export function findTokenOwner(db: Kysely<DB>, id: number) {
  return findOwnerOfToken(db, id)
}
