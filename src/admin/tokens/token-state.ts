import type { Token } from '../../contract/admin/tokens.ts'
import { DAY_MS } from '../../domain/time.ts'

/** Enough time to create and distribute a new one. */
const SAID_BEFORE_MS = 14 * DAY_MS

export type TokenState =
  | { kind: 'live' }
  | { kind: 'ending'; days: number }
  | { kind: 'expired' }
  | { kind: 'revoked' }

export function tokenState(
  { expires_at, revoked_at }: Pick<Token, 'expires_at' | 'revoked_at'>,
  now: number,
): TokenState {
  if (revoked_at !== null) return { kind: 'revoked' }
  if (expires_at === null) return { kind: 'live' }
  const left = Date.parse(expires_at) - now
  if (left <= 0) return { kind: 'expired' }
  return left <= SAID_BEFORE_MS ? { kind: 'ending', days: Math.ceil(left / DAY_MS) } : { kind: 'live' }
}
