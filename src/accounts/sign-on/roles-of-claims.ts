import { isRole, type Role } from '../../domain/access.ts'

export type Claims = Readonly<Record<string, unknown>>

export interface RoleRules {
  /** The name of a claim; dots lead into nested claims, as in `realm_access.roles`. */
  roleClaim: string
  /** Maps groups to roles. If absent, the claim contains the role names. */
  roleMap: readonly { group: string; role: Role }[] | undefined
}

/** Undefined if the claims say nothing about roles. Unnamed roles are never granted. */
export function rolesOfClaims(claims: Claims, { roleClaim, roleMap }: RoleRules): Role[] | undefined {
  const groups = groupsOf(claimAt(claims, roleClaim))
  if (groups === undefined) return undefined
  const roles =
    roleMap === undefined
      ? groups.filter(isRole)
      : roleMap.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return [...new Set(roles)].sort()
}

function groupsOf(claim: unknown): string[] | undefined {
  if (typeof claim === 'string') return [claim]
  if (!Array.isArray(claim)) return undefined
  return claim.filter((group) => typeof group === 'string')
}

/** Some providers require URLs as claim names, and those contain dots. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inner, key) => {
    const isObject = typeof inner === 'object' && inner !== null
    return isObject && Object.hasOwn(inner, key) ? (inner as Claims)[key] : undefined
  }, claims)
}
