import type { Role } from '../access.ts'

interface RoleWords {
  name: string
  may: string
}

export const ROLE_WORDS: Record<Role, RoleWords> = {
  administrator: { name: 'Administrator', may: 'do everything on this site' },
  trust_admin: { name: 'Trust administrator', may: 'edit all content' },
  blog_editor: { name: 'Blog editor', may: 'edit incidents, maintenance, advisories and the FAQ' },
  jab_compliance: { name: 'JAB compliance', may: 'edit compliance' },
  url_editor: { name: 'URL editor', may: 'edit URL category notifications' },
  cloud_apps: { name: 'Cloud apps', may: 'edit cloud app notifications' },
  legal_team: { name: 'Legal team', may: 'edit sub-processor notifications and the cookie policy' },
  customer_success_manager: {
    name: 'Customer success manager',
    may: 'read everything except advisories under embargo, internal fields included, and delivery reports',
  },
}
