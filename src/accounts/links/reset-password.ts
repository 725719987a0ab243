import { queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import { deleteCalendar } from '../../db/calendars.ts'
import { insertKnownDevice } from '../../db/known-devices.ts'
import { findOneTimeToken, takeOneTimeToken } from '../../db/one-time-tokens.ts'
import { setPassword, verifyAddress } from '../../db/own-account.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { forgetAddedUnconfirmed, forgetOldPassword } from '../forget-old-password.ts'
import { hashOfSecret, newSecret } from '../secret.ts'

export type Reset = { kind: 'reset'; deviceToken: string } | { kind: 'dead-link' }

/** recovers the account and ends all earlier access to it. The caller has already validated the password. */
export async function resetPassword(
  { db, passwords, wakeMails }: AccountsDesk,
  { token, pass, provider, now }: { token: string; pass: string; provider: Provider; now: Date },
): Promise<Reset> {
  const link = { tokenHash: hashOfSecret(token), purpose: 'reset-password', now } as const
  // Hashing is expensive: skip it for made-up links.
  const found = await findOneTimeToken(db, link)
  if (found === undefined || isStaffAccount(found, provider.staff_domains)) return { kind: 'dead-link' }
  const hash = await passwords.hash(pass)

  const reset = await db.transaction().execute(async (trx): Promise<Reset> => {
    const used = await takeOneTimeToken(trx, link)
    if (used === undefined || used.email === null) return { kind: 'dead-link' }
    const { user_id: userId, email } = used
    // The link came to that address, so the address is verified, too.
    const verified = await verifyAddress(trx, { userId, email, now })
    if (verified === 'not-theirs') return { kind: 'dead-link' }
    await setPassword(trx, { userId, hash })
    await forgetOldPassword(trx, { userId, now })
    await deleteCalendar(trx, userId)
    if (verified === 'verified') await forgetAddedUnconfirmed(trx, userId)
    await queueAccountMail(trx, { kind: 'password-changed', email, userId, now })
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'reset-password',
      entity: 'user',
      entityId: userId,
      before: null,
      after: null,
    })
    // Lets the owner sign in next, even while someone else is guessing the password.
    const deviceToken = newSecret()
    await insertKnownDevice(trx, { tokenHash: hashOfSecret(deviceToken), userId, now })
    return { kind: 'reset', deviceToken }
  })
  if (reset.kind === 'reset') wakeMails()
  return reset
}
