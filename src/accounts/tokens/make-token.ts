import { insertToken } from '../../db/api-tokens.ts'
import { insertAudit } from '../../db/audit.ts'
import { type LimitChoice, unknownInLimit } from '../../db/cloud-limits.ts'
import type { Scope } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { TOKEN_PREFIX } from './token-of-header.ts'

export const HINT_CHARACTERS = 8

export type MadeToken =
  | { kind: 'made'; id: number; token: string; hint: string }
  /** A live token has this name. The audit log couldn't tell two of the same name apart. */
  | { kind: 'name-taken' }
  | { kind: 'unknown-limit' }

/** Z-08 */
export async function makeToken(
  { db }: Pick<AccountsDesk, 'db'>,
  of: {
    name: string
    scopes: readonly Scope[]
    expiresAt: Date | null
    /** Null or absent: no limit. */
    limit?: LimitChoice | null
    actor: Actor
    now: Date
  },
): Promise<MadeToken> {
  const { name, scopes, expiresAt, limit = null, actor, now } = of
  const token = `${TOKEN_PREFIX}${newSecret()}`
  const hint = token.slice(0, HINT_CHARACTERS)
  return db.transaction().execute(async (trx): Promise<MadeToken> => {
    if (limit !== null && (await unknownInLimit(trx, limit))) return { kind: 'unknown-limit' }
    const id = await insertToken(trx, {
      name,
      token_hash: hashOfSecret(token),
      hint,
      scopes: [...new Set(scopes)],
      created_by: actor.userId,
      created_at: now,
      expires_at: expiresAt,
      limit_clouds: limit?.clouds ?? null,
      limit_products: limit?.products ?? null,
    })
    if (id === undefined) return { kind: 'name-taken' }
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'make-token',
      entity: 'api_token',
      entityId: id,
      before: null,
      after: {
        name,
        hint,
        scopes,
        expires_at: expiresAt?.toISOString() ?? null,
        ...(limit !== null && { limit }),
      },
    })
    return { kind: 'made', id, token, hint }
  })
}
