import { expect, test } from 'vitest'
import { ROLES, type Role } from '../../domain/access.ts'
import { navFor } from './nav-for.ts'

const NEWSROOM = ['Dashboard', 'Records', 'Templates', 'Recurring maintenance']
const WRITER = ['Dashboard', 'Records', 'Templates', 'Site content']
const NAVIGATION: Record<Role, string[]> = {
  administrator: [
    ...NEWSROOM,
    'Site content',
    'Imports',
    'Deliveries',
    'Subscribers',
    'Figures',
    'People',
    'API tokens',
    'Senders',
    'Audit log',
  ],
  trust_admin: [...NEWSROOM, 'Site content', 'Imports', 'Deliveries', 'Subscribers', 'Figures', 'Audit log'],
  blog_editor: [...NEWSROOM, 'Site content', 'Deliveries', 'Figures'],
  jab_compliance: ['Dashboard', 'Records', 'Site content'],
  url_editor: WRITER,
  customer_success_manager: [
    'Dashboard',
    'Records',
    'Recurring maintenance',
    'Deliveries',
    'Subscribers',
    'Figures',
  ],
  cloud_apps: WRITER,
  legal_team: WRITER,
}

test.each(ROLES)('Z-05 the admin navigation shows %s only what the role may open', (role) => {
  const names = navFor([role]).flatMap(({ items }) => items.map(({ name }) => name))
  expect(names).toEqual(NAVIGATION[role])
})
