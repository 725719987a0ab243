import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { isVerifiedSince, takeOneTimeToken, voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { verifyAddress } from '../../db/own-account.ts'
import { findLiveSession } from '../../db/sessions.ts'
import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'
import type { AccountsDesk } from '../accounts.ts'
import { endUnconfirmedAccess } from '../forget-old-password.ts'
import { wasAskedToFollow } from '../mails/queue-asked-mail.ts'
import { hashOfSecret } from '../secret.ts'

/**
 * verifies only the address that the link was sent to. Someone who asked to follow something by mail
 * expects a mail to confirm, and may take this one for it, although a stranger signed up with the address.
 * So in any browser but the one that signed up, the password ends here; the owner can set one with "Forgot
 * password".
 */
export function verifyEmail(
  { db }: AccountsDesk,
  { token, sessionToken, now }: { token: string; sessionToken: string | undefined; now: Date },
): Promise<'verified' | 'verified-without-password' | 'verified-before' | 'dead-link'> {
  const tokenHash = hashOfSecret(token)
  return db.transaction().execute(async (trx) => {
    const used = await takeOneTimeToken(trx, { tokenHash, purpose: 'verify-email', now })
    if (used === undefined)
      return (await isVerifiedSince(trx, { tokenHash, now })) ? 'verified-before' : 'dead-link'
    if (used.email === null) return 'dead-link'
    const { user_id: userId, email } = used
    const isMistaken =
      (await wasAskedToFollow(trx, { email, now })) &&
      !(await isOfSession(trx, { userId, sessionToken, now }))
    const isEnded = isMistaken && (await endUnconfirmedAccess(trx, { uid: userId, now }))
    const verified = await verifyAddress(trx, { userId, email, now })
    if (verified === 'not-theirs') return 'dead-link'
    await voidOneTimeTokens(trx, { userId, purposes: ['verify-email'], now })
    return isEnded ? 'verified-without-password' : 'verified'
  })
}

async function isOfSession(
  trx: Transaction<DB>,
  { userId, sessionToken, now }: { userId: number; sessionToken: string | undefined; now: Date },
): Promise<boolean> {
  if (sessionToken === undefined) return false
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const session = await findLiveSession(trx, { tokenHash: hashOfSecret(sessionToken), now, idleSince })
  return session?.user_id === userId
}
