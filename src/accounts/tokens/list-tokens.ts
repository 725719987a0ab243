import { selectTokens } from '../../db/api-tokens.ts'
import type { LimitChoice } from '../../db/cloud-limits.ts'
import { isScope, type Scope } from '../../domain/access.ts'
import type { AccountsDesk } from '../accounts.ts'

export interface ListedToken {
  id: number
  name: string
  hint: string
  scopes: Scope[]
  createdAt: Date
  createdBy: { uid: number; email: string | null } | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  limit: LimitChoice | null
}

export async function listTokens({ db }: Pick<AccountsDesk, 'db'>): Promise<ListedToken[]> {
  const rows = await selectTokens(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes.filter(isScope),
    createdAt: row.created_at,
    createdBy: row.created_by === null ? null : { uid: row.created_by, email: row.created_by_email },
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    limit: row.limit,
  }))
}
