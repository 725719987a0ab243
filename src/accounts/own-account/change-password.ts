import { queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import { findOwnAccount, holdPassword, setPassword } from '../../db/own-account.ts'
import { isRole, type Role } from '../../domain/access.ts'
import type { FieldErrors, Provider } from '../../domain/account/account-forms.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { type Browser, type Entrance, enter } from '../enter.ts'
import { forgetOldPassword } from '../forget-old-password.ts'
import { newPasswordProblem } from '../passwords/new-password-problem.ts'
import type { Throttled } from '../throttle/throttle.ts'
import { userName } from '../user-name.ts'
import type { SignedInViewer } from '../viewer.ts'
import { checkOwnPassword, WRONG_PASSWORD } from './check-own-password.ts'

export type PasswordChange =
  | { kind: 'changed'; user: { uid: number; name: string; roles: Role[] }; entrance: Entrance }
  | { kind: 'refused'; errors: FieldErrors<'current' | 'pass'> }
  | { kind: 'staff' }
  | Throttled

const SAME_PASSWORD = 'This is your current password. Please choose another.'

/** ends all other sessions; this browser gets a new one. */
export async function changePassword(
  desk: AccountsDesk,
  of: {
    viewer: SignedInViewer
    current: string
    pass: string
    browser: Browser
    provider: Provider
    now: Date
  },
): Promise<PasswordChange> {
  const { db, passwords, wakeMails } = desk
  const { viewer, current, pass, provider, now } = of
  const userId = viewer.uid
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined || account.oidc_issuer !== null) return { kind: 'staff' }
  if (isStaffAccount(account, provider.staff_domains)) return { kind: 'staff' }
  const problem = newPasswordProblem(pass)
  if (problem !== undefined) return { kind: 'refused', errors: { pass: problem } }
  const credentials = { sessionId: viewer.sessionId, hash: account.password_hash }
  const check = await checkOwnPassword(desk, { ...credentials, pass: current, now })
  if (check.kind === 'throttled') return check
  if (check.kind === 'wrong') return { kind: 'refused', errors: { current: check.problem } }
  if (pass === current) return { kind: 'refused', errors: { pass: SAME_PASSWORD } }

  const [oldHash, hash] = [account.password_hash ?? '', await passwords.hash(pass)]
  const entrance = await db.transaction().execute(async (trx) => {
    if (!(await holdPassword(trx, { userId, hash: oldHash }))) return undefined
    await setPassword(trx, { userId, hash })
    await forgetOldPassword(trx, { userId, now })
    // Anyone can sign up with someone else's address, so unverified addresses get no mail about this.
    if (account.email !== null && account.email_verified_at !== null)
      await queueAccountMail(trx, { kind: 'password-changed', email: account.email, userId, now })
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'change-password',
      entity: 'user',
      entityId: userId,
      before: null,
      after: null,
    })
    const browser = { ...of.browser, sessionToken: undefined, deviceToken: undefined }
    return enter(trx, { userId, openedBy: 'password', browser, now })
  })
  if (entrance === undefined) return { kind: 'refused', errors: { current: WRONG_PASSWORD } }
  wakeMails()
  const roles = account.roles.filter(isRole)
  return { kind: 'changed', user: { uid: userId, name: userName(account), roles }, entrance }
}
