import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'

type Sort =
  | 'incident'
  | 'maintenance'
  | 'advisory'
  | 'cloud_app'
  | 'advisories'
  | 'sub_processor'
  | 'url_change_notification'

const MAY_EDIT: Record<Role, readonly Sort[]> = {
  administrator: [
    'incident',
    'maintenance',
    'advisory',
    'cloud_app',
    'advisories',
    'sub_processor',
    'url_change_notification',
  ],
  trust_admin: [
    'incident',
    'maintenance',
    'advisory',
    'cloud_app',
    'advisories',
    'sub_processor',
    'url_change_notification',
  ],
  blog_editor: ['incident', 'maintenance', 'advisory', 'advisories'],
  jab_compliance: [],
  url_editor: ['url_change_notification'],
  customer_success_manager: [],
  cloud_apps: ['cloud_app'],
  legal_team: ['sub_processor'],
}

let site: AccountSite
let cloud: SmallCloud
let admin: Staff
const madeByAdmin = new Map<Sort, AdminRecord>()

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  admin = await newsroomStaff(site, 'administrator')
})

afterAll(() => site.stop())

/** `src/admin/records/record-sorts.test.ts` covers all roles, by the same rule; these three differ most. */
const TRIED = sized<readonly Role[]>({
  short: ['blog_editor', 'customer_success_manager', 'cloud_apps'],
  long: ROLES,
})

describe.each(TRIED)('Z-05 %s', (role) => {
  test('edits what it may and is denied the rest by the server', async () => {
    const staff = await newsroomStaff(site, role)
    const firstRefused = MAY_EDIT.administrator.find((sort) => !MAY_EDIT[role].includes(sort))
    for (const sort of MAY_EDIT.administrator) {
      const isAllowed = MAY_EDIT[role].includes(sort)
      const content = contentOf(sort)
      const begun = await staff.post('/api/admin/records', { content })
      expect(begun.statusCode, `${role} begins ${sort}`).toBe(isAllowed ? 200 : 403)
      const { id, version } = isAllowed ? begun.json().data : await ofAdmin(sort)
      const isRead = isAllowed || role === 'customer_success_manager'
      if (isRead) expect((await staff.read(id)).can_edit).toBe(isAllowed)
      else expect((await staff.get(`/api/admin/records/${id}`)).statusCode).toBe(404)
      // For those who edit other kinds, the draft doesn't exist.
      const status = MAY_EDIT[role].length > 0 ? 404 : 403
      if (!isAllowed) {
        // All calls ask the same rule about the record, so each of them is tried on one kind that the role may not edit.
        const isEveryCall = sized({ short: sort === firstRefused, long: true })
        await refuses(staff, { id, version, content, status, isEveryCall })
      }
      if (isAllowed)
        expect((await staff.save(id, version, { ...content, title: 'Edited' })).statusCode).toBe(200)
    }
  })
})

test('Z-05 no role can turn a record into a kind it may not edit, nor the other way round', async () => {
  const editor = await newsroomStaff(site, 'blog_editor')
  const { id, version } = await editor.create(contentOf('incident'))
  expect((await editor.save(id, version, contentOf('sub_processor'))).statusCode).toBe(403)
  const legal = await admin.create(contentOf('sub_processor'))
  expect((await editor.save(legal.id, legal.version, contentOf('incident'))).statusCode).toBe(404)
  expect((await admin.read(id)).content.kind).toBe('incident')
  expect((await admin.read(legal.id)).content.kind).toBe('notification')
})

test('customers and visitors can’t see the newsroom', async () => {
  const customer = await subscriber(site)
  const { id } = await admin.create(contentOf('incident'))
  for (const url of ['/api/admin/records', `/api/admin/records/${id}`, '/api/admin/choices']) {
    expect((await site.app.inject(url)).statusCode, url).toBe(401)
    const asked = await site.app.inject({ url, headers: { cookie: customer.cookie } })
    expect(asked.statusCode, url).toBe(403)
  }
})

async function ofAdmin(sort: Sort): Promise<AdminRecord> {
  const made = madeByAdmin.get(sort) ?? (await admin.create(contentOf(sort)))
  madeByAdmin.set(sort, made)
  return made
}

async function refuses(
  staff: Staff,
  {
    id,
    version,
    content,
    status,
    isEveryCall,
  }: { id: number; version: number; content: RecordContent; status: number; isEveryCall: boolean },
) {
  const calls: [string, object][] = [
    ['copy', {}],
    ['draft', { version, content }],
    ['discard', { version }],
    ['preview', { content, view: 'page' }],
    ['publish', { version, notifies: false, idempotency_key: 'a key of eight' }],
    ['schedule', { version, publish_at: '2030-01-01T00:00:00Z', notifies: false }],
    ['unschedule', { version }],
    ['unpublish', { reason: 'no reason' }],
    ['archive', { version }],
  ]
  for (const [verb, body] of calls.filter(([verb]) => isEveryCall || verb === 'publish')) {
    const { statusCode } = await staff.post(`/api/admin/records/${id}/${verb}`, body)
    expect(statusCode, `${verb} of ${content.notification_type ?? content.kind}`).toBe(status)
  }
  expect(await admin.read(id)).toMatchObject({ version, state: 'draft' })
}

function contentOf(sort: Sort): RecordContent {
  switch (sort) {
    case 'incident':
      return incidentOn(cloud)
    case 'maintenance':
    case 'advisory':
      return { ...emptyContent({ kind: sort }), title: 'Of this kind', clouds: [cloud.id] }
    default:
      return { ...emptyContent({ kind: 'notification', notificationType: sort }), title: 'Of this type' }
  }
}
