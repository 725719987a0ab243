import type { findChannelOwner } from '../../db/channels.ts'

type Owner = Awaited<ReturnType<typeof findChannelOwner>>

/** Else anybody could have us post to anybody, and nobody would know who it was. Staff are known already. */
export function mayBeTold(owner: Owner): owner is NonNullable<Owner> {
  return owner !== undefined && (owner.isEmailVerified || owner.isStaff)
}

export const NOT_VERIFIED = 'Please verify your email address first. The link is in the email we sent you.'
