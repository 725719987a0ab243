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

export type Capability = 'read-internal-fields'

/** Ask this, never compare names of roles. */
export function can(roles: readonly Role[], capability: Capability): boolean {
  return roles.some((role) => ROLES_THAT_CAN[capability].includes(role))
}

/** L-09: whoever is staff. */
const ROLES_THAT_CAN: Record<Capability, readonly Role[]> = { 'read-internal-fields': ROLES }

export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name)
}
