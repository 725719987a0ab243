import type { UserDetails } from '../contract/signing-in.ts'
import { countSubscriptions } from '../db/subscriptions.ts'
import { findUserDetails } from '../db/users.ts'
import type { AccountsDesk } from './accounts.ts'
import { userName } from './user-name.ts'
import type { SignedInViewer } from './viewer.ts'

export async function userDetails(
  { db }: AccountsDesk,
  viewer: SignedInViewer,
): Promise<UserDetails['data'] | undefined> {
  const [user, subscriptions] = await Promise.all([
    findUserDetails(db, viewer.uid),
    countSubscriptions(db, viewer.uid),
  ])
  if (user === undefined) return undefined
  const mail = user.email ?? ''
  const isWaitingForMail = mail !== '' && user.email_verified_at === null
  return {
    uid: [{ value: String(user.id) }],
    name: [{ value: userName(user) }],
    mail: [{ value: mail }],
    timezone: [{ value: user.timezone }],
    roles: [...viewer.roles],
    interactive: isWaitingForMail ? { message: verificationSent(mail) } : null,
    subscriptions_count: subscriptions.total,
  }
}

/** */
function verificationSent(mail: string) {
  return `We sent a verification email to ${mail}. Open the link in it: you’ll receive notifications once your email address is verified.`
}
