import { queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import { isTakenMeanwhile } from '../../db/is-taken-meanwhile.ts'
import { takeOneTimeToken, voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { holdAddress, setAddress } from '../../db/own-account.ts'
import { isEmailTaken } from '../../db/users.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { isStaffAddress } from '../../domain/account/staff-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret } from '../secret.ts'

export type Confirmation = 'changed' | 'dead-link' | 'taken'

/** the new address applies from now on; the old one is notified. */
export async function confirmEmail(
  { db, wakeMails }: AccountsDesk,
  { token, provider, now }: { token: string; provider: Provider; now: Date },
): Promise<Confirmation> {
  const confirmation = await db
    .transaction()
    .execute(async (trx): Promise<Confirmation> => {
      const used = await takeOneTimeToken(trx, {
        tokenHash: hashOfSecret(token),
        purpose: 'change-email',
        now,
      })
      if (used === undefined || used.email === null) return 'dead-link'
      const { user_id: userId, email } = used
      if (isStaffAddress(email, provider.staff_domains)) return 'dead-link'
      if (await isEmailTaken(trx, email)) return 'taken'
      const oldEmail = await holdAddress(trx, userId)
      if (oldEmail === undefined || isStaffAddress(oldEmail, provider.staff_domains)) return 'dead-link'
      await setAddress(trx, { userId, email, now })
      // Links sent to the old address must stop working.
      const purposes = ['verify-email', 'reset-password', 'change-email', 'manage-follow'] as const
      await voidOneTimeTokens(trx, { userId, purposes, now })
      await queueAccountMail(trx, { kind: 'email-changed', email: oldEmail, userId, now })
      await insertAudit(trx, {
        at: now,
        actor: actorNamed('user'),
        action: 'change-email',
        entity: 'user',
        entityId: userId,
        before: null,
        after: null,
      })
      return 'changed'
    })
    .catch((error: unknown) => {
      if (isTakenMeanwhile(error, 'users_email_idx')) return 'taken' as const
      throw error
    })
  if (confirmation === 'changed') wakeMails()
  return confirmation
}
