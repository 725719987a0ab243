import { expect, test } from 'vitest'
import { ROLES, type Role } from '../../domain/access.ts'
import { newRecordPath, sortsFor } from './record-sorts.ts'

const URL_NOTIFICATIONS = 'URL category notifications'
const CLOUD_APPS = 'Cloud app notifications'
const ADVISORIES = 'Advisory notifications'
const SUB_PROCESSORS = 'Sub-processor notifications'
const CORE = ['Incidents', 'Maintenance', 'Security advisories']

const WRITES: Record<Role, string[]> = {
  administrator: [...CORE, URL_NOTIFICATIONS, CLOUD_APPS, ADVISORIES, SUB_PROCESSORS],
  trust_admin: [...CORE, URL_NOTIFICATIONS, CLOUD_APPS, ADVISORIES, SUB_PROCESSORS],
  blog_editor: [...CORE, ADVISORIES],
  jab_compliance: [],
  url_editor: [URL_NOTIFICATIONS],
  customer_success_manager: [],
  cloud_apps: [CLOUD_APPS],
  legal_team: [SUB_PROCESSORS],
}

test.each(ROLES)('Z-05 what %s may create', (role) => {
  expect(sortsFor([role]).map(({ many }) => many)).toEqual(WRITES[role])
})

test('Z-05 a sort links to its editor', () => {
  expect(sortsFor(['legal_team']).map(newRecordPath)).toEqual([
    '/admin/records/new?kind=notification&notification_type=sub_processor',
  ])
})
