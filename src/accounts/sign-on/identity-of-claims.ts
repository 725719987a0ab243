import type { Role } from '../../domain/access.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { type Claims, type RoleRules, rolesOfClaims } from './roles-of-claims.ts'

export interface StaffIdentity {
  issuer: string
  subject: string
  /** Null unless the provider has verified it. */
  email: string | null
  name: string | null
  roles: readonly Role[]
}

const LONGEST_NAME = 200

/** Providers put claims in the ID token, the user info or both. The signed ID token takes precedence. */
export function identityOfClaims(
  idToken: Claims & { iss: string; sub: string },
  userInfo: Claims | undefined,
  rules: RoleRules,
): StaffIdentity {
  const sources = [idToken, ...(userInfo === undefined ? [] : [userInfo])]
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: first(sources, verifiedEmail) ?? null,
    name: first(sources, displayName) ?? null,
    roles: first(sources, (claims) => rolesOfClaims(claims, rules)) ?? [],
  }
}

export function isIncomplete(idToken: Claims, rules: RoleRules): boolean {
  return (
    rolesOfClaims(idToken, rules) === undefined ||
    idToken.email === undefined ||
    displayName(idToken) === undefined
  )
}

function first<T>(sources: readonly Claims[], read: (claims: Claims) => T | undefined): T | undefined {
  return sources.map(read).find((value) => value !== undefined)
}

/** Requires `true` in the same claims: choosing an address must not make someone its owner. */
function verifiedEmail({ email, email_verified: isVerified }: Claims): string | undefined {
  return typeof email === 'string' && isVerified === true ? emailAddress(email) : undefined
}

function displayName({ name }: Claims): string | undefined {
  const plain = typeof name === 'string' ? name.replace(/\p{Cc}+/gu, ' ').trim() : ''
  return plain === '' ? undefined : plain.slice(0, LONGEST_NAME)
}
