import { type Capability, can, ROLES, type Role } from '../../domain/access.ts'
import { NAV_GROUPS } from './nav-for.ts'

/** Screens that need more than the list that links to them. */
const BEYOND_NAV = [{ path: '/admin/records/new', name: 'New record', needs: ['edit-records'] }] as const

export type ScreenAccess =
  | { kind: 'open' }
  | { kind: 'closed'; name: string /** Any of these gives access. */; roles: Role[] }

/** Z-05 */
export function screenAccess(path: string, roles: readonly Role[]): ScreenAccess {
  const items = [...BEYOND_NAV, ...NAV_GROUPS.flatMap((group) => group.items)]
  const item = items.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  if (item === undefined || isAnyHeld(item.needs, roles)) return { kind: 'open' }
  return { kind: 'closed', name: item.name, roles: ROLES.filter((role) => isAnyHeld(item.needs, [role])) }
}

function isAnyHeld(needs: readonly Capability[], roles: readonly Role[]) {
  return needs.some((capability) => can(roles, capability))
}
