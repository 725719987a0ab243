import type { findChannelOwner } from '../../db/channels.ts'

type Owner = Awaited<ReturnType<typeof findChannelOwner>>

/** Otherwise anyone could make us post anywhere anonymously. Staff are already known. */
export function mayBeNotified(owner: Owner): owner is NonNullable<Owner> {
  return owner !== undefined && (owner.isEmailVerified || owner.isStaff)
}

export const NOT_VERIFIED = 'Please verify your email address first. The link is in the email we sent you.'
