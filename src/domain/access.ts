/** who of the staff sees the admin area. */
export const ROLES = [
  'administrator',
  'blog_editor',
  'jab_compliance',
  'url_editor',
  'customer_success_manager',
  'cloud_apps',
  'legal_team',
  'trust_admin',
] as const
export type Role = (typeof ROLES)[number]

export type Capability = 'read-internal-fields' | 'see-admin-area' | 'see-deliveries' | 'retry-deliveries'

/** Ask this, never compare names of roles. */
export function can(roles: readonly Role[], capability: Capability): boolean {
  return roles.some((role) => ROLES_THAT_CAN[capability].includes(role))
}

/** L-09, A-20: whoever is staff. Z-05: reports of deliveries. */
const ROLES_THAT_CAN: Record<Capability, readonly Role[]> = {
  'read-internal-fields': ROLES,
  'see-admin-area': ROLES,
  'see-deliveries': ['administrator', 'trust_admin', 'blog_editor', 'customer_success_manager'],
  'retry-deliveries': ['administrator', 'trust_admin'],
}

export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name)
}

/** Who may use a route. Every route has such a rule; the site does not start with one that has none. */
export type Access =
  | 'anyone'
  | 'signed-in'
  /** Signed in, and the account in the address is the own one. */
  | 'own-account'
  /** Signed in, with a role that can do this. */
  | Capability

export type AccessVerdict = 'allowed' | 'sign-in-first' | 'refused'

export interface Person {
  uid: number
  roles: readonly Role[]
}

export function judgeAccess(
  access: Access,
  person: Person | undefined,
  /** Of the account that the address names, if it names one. */
  uid: number | undefined,
): AccessVerdict {
  if (access === 'anyone') return 'allowed'
  if (person === undefined) return 'sign-in-first'
  switch (access) {
    case 'signed-in':
      return 'allowed'
    case 'own-account':
      return person.uid === uid ? 'allowed' : 'refused'
    default:
      return can(person.roles, access) ? 'allowed' : 'refused'
  }
}
