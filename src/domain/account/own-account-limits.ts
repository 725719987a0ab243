import type { ThrottleLimit } from './throttle-limits.ts'

/** */
export const RESEND_PER_ACCOUNT: ThrottleLimit = { name: 'resend:account', attempts: 3, windowS: 3600 }

/** */
export const RESET_PER_ADDRESS: ThrottleLimit = { name: 'reset:address', attempts: 10, windowS: 3600 }
/** Nobody is told of this one: whoever asks for somebody else's link learns nothing, and fills no mailbox. */
export const RESET_PER_EMAIL: ThrottleLimit = { name: 'reset:email', attempts: 3, windowS: 3600 }

/** Wrong passwords at a change of the own account: a session that was left open is no key to it. */
export const PASSWORD_CHECKS_PER_ACCOUNT: ThrottleLimit = {
  name: 'own-password:account',
  attempts: 10,
  windowS: 900,
}
/** Each sends a mail to an address that the account does not have yet. */
export const EMAIL_CHANGES_PER_ACCOUNT: ThrottleLimit = {
  name: 'change-email:account',
  attempts: 5,
  windowS: 3600,
}
