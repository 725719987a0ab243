import { type Capability, can, type Role } from '../../domain/access.ts'
import { SITE_PARTS } from '../../domain/site-editing/site-parts.ts'

interface NavItem {
  path: string
  name: string
  /** Any of these is enough. */
  needs: readonly Capability[]
}

export interface NavGroup {
  title: string
  items: readonly NavItem[]
}

const STAFF: readonly Capability[] = ['see-admin-area']
const SITE_CAPABILITIES: readonly Capability[] = [...new Set(Object.values(SITE_PARTS).flat())]

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    title: 'Newsroom',
    items: [
      { path: '/admin/dashboard', name: 'Dashboard', needs: STAFF },
      { path: '/admin/records', name: 'Records', needs: STAFF },
      { path: '/admin/templates', name: 'Templates', needs: ['edit-records'] },
      { path: '/admin/series', name: 'Recurring maintenance', needs: ['read-series'] },
    ],
  },
  {
    title: 'Site',
    items: [
      {
        path: '/admin/site',
        name: 'Site content',
        needs: SITE_CAPABILITIES,
      },
      { path: '/admin/imports', name: 'Imports', needs: ['import-content'] },
    ],
  },
  {
    title: 'Messages',
    items: [
      { path: '/admin/deliveries', name: 'Deliveries', needs: ['see-deliveries'] },
      { path: '/admin/subscribers', name: 'Subscribers', needs: ['see-subscribers'] },
      { path: '/admin/figures', name: 'Figures', needs: ['see-deliveries'] },
    ],
  },
  {
    title: 'People',
    items: [
      { path: '/admin/people', name: 'People', needs: ['manage-people'] },
      { path: '/admin/tokens', name: 'API tokens', needs: ['manage-tokens'] },
      { path: '/admin/senders', name: 'Senders', needs: ['manage-tokens'] },
      { path: '/admin/audit', name: 'Audit log', needs: ['see-audit-log'] },
    ],
  },
]

/** What these roles can open. The server decides; this only hides dead ends. */
export function navFor(roles: readonly Role[]): NavGroup[] {
  return NAV_GROUPS.map(({ title, items }) => ({
    title,
    items: items.filter(({ needs }) => needs.some((capability) => can(roles, capability))),
  })).filter(({ items }) => items.length > 0)
}
