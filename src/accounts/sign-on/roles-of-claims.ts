import { isRole, type Role } from '../../domain/access.ts'

export type Claims = Readonly<Record<string, unknown>>

/** How the roles of a person follow from what the identity provider says of them. */
export interface RoleRules {
  /** The name of a claim; dots lead into it, as in `realm_access.roles`. */
  roleClaim: string
  /** Which role each group stands for. Absent: the claim names the roles themselves. */
  roleMap: readonly { group: string; role: Role }[] | undefined
}

/** Undefined when these claims do not tell; nobody has a role that is not told. */
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

/** Some providers want addresses as names of claims, and those have dots of their own. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inner, key) => {
    const isObject = typeof inner === 'object' && inner !== null
    return isObject && Object.hasOwn(inner, key) ? (inner as Claims)[key] : undefined
  }, claims)
}
