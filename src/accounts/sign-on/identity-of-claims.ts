import type { Role } from '../../domain/access.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { type Claims, type RoleRules, rolesOfClaims } from './roles-of-claims.ts'

/** A member of the staff, known by issuer and subject alone. */
export interface StaffIdentity {
  issuer: string
  subject: string
  /** Null unless the provider vouches for it. */
  email: string | null
  name: string | null
  roles: readonly Role[]
}

const LONGEST_NAME = 200

/** Providers tell in the ID token, in the user info, or in both; the signed one has the word. */
export function identityOfClaims(
  idToken: Claims & { iss: string; sub: string },
  userInfo: Claims | undefined,
  rules: RoleRules,
): StaffIdentity {
  const told = [idToken, ...(userInfo === undefined ? [] : [userInfo])]
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: first(told, verifiedEmail) ?? null,
    name: first(told, nameOf) ?? null,
    roles: first(told, (claims) => rolesOfClaims(claims, rules)) ?? [],
  }
}

/** Whether the ID token alone leaves something open that the user info may tell. */
export function isIncomplete(idToken: Claims, rules: RoleRules): boolean {
  return (
    rolesOfClaims(idToken, rules) === undefined ||
    idToken.email === undefined ||
    nameOf(idToken) === undefined
  )
}

function first<T>(told: readonly Claims[], read: (claims: Claims) => T | undefined): T | undefined {
  return told.map(read).find((value) => value !== undefined)
}

/** Only the word `true` of the claim itself: whoever can choose an address must not become its owner. */
function verifiedEmail({ email, email_verified: isVerified }: Claims): string | undefined {
  return typeof email === 'string' && isVerified === true ? emailAddress(email) : undefined
}

function nameOf({ name }: Claims): string | undefined {
  const plain = typeof name === 'string' ? name.replace(/\p{Cc}+/gu, ' ').trim() : ''
  return plain === '' ? undefined : plain.slice(0, LONGEST_NAME)
}
