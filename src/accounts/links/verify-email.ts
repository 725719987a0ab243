import { isVerifiedSince, useOneTimeToken, voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { verifyAddress } from '../../db/own-account.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret } from '../secret.ts'

/** verifies only the address that the link was sent to. */
export function verifyEmail(
  { db }: AccountsDesk,
  { token, now }: { token: string; now: Date },
): Promise<'verified' | 'verified-before' | 'dead-link'> {
  const tokenHash = hashOfSecret(token)
  return db.transaction().execute(async (trx) => {
    const used = await useOneTimeToken(trx, { tokenHash, purpose: 'verify-email', now })
    if (used === undefined)
      return (await isVerifiedSince(trx, { tokenHash, now })) ? 'verified-before' : 'dead-link'
    if (used.email === null) return 'dead-link'
    const verified = await verifyAddress(trx, { userId: used.user_id, email: used.email, now })
    if (verified === 'not-theirs') return 'dead-link'
    await voidOneTimeTokens(trx, { userId: used.user_id, purposes: ['verify-email'], now })
    return 'verified'
  })
}
