import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../src/contract/admin/dashboard.ts'
import type { RecordRow } from '../../src/contract/admin/records.ts'
import { insertApproval } from '../../src/db/approvals.ts'
import type { Role } from '../../src/domain/access.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { editionOf } from '../support/demo-edition.ts'
import { auditOf, incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import type { StandingHolder } from '../support/test-app.ts'

/*
 * Z-05: drafts and confidential notes are for people who may edit that kind, for administrators, trust administrators
 * and customer success managers. Others see published content only.
 */
let site: AccountSite
let cloud: SmallCloud
const people = new Map<Role, Staff>()

const ROLES_HERE: Role[] = [
  'administrator',
  'trust_admin',
  'blog_editor',
  'customer_success_manager',
  'url_editor',
  'jab_compliance',
]

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  for (const role of ROLES_HERE) people.set(role, await newsroomStaff(site, role))
})

afterAll(() => site.stop())

const as = (role: Role) => people.get(role) as Staff

function advisory(fields: Partial<RecordContent> = {}): RecordContent {
  return {
    ...emptyContent({ kind: 'advisory' }),
    title: 'Reported flaw',
    summary: 'A flaw was reported to us.',
    body: '<p>We are looking into it.</p>',
    clouds: [cloud.id],
    ...fields,
  }
}

async function listed(staff: Staff, words: string) {
  const answer = await staff.get(`/api/admin/records?q=${encodeURIComponent(words)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: RecordRow[]; total: number }>()
}

async function dashboardOf(staff: Staff): Promise<string> {
  const answer = await staff.get('/api/admin/dashboard')
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json<{ data: Dashboard }>()
  return JSON.stringify([data.drafts, data.scheduled, data.open_incidents, data.maintenance])
}

describe('Z-05 a draft of an incident', () => {
  const WORD = 'Cormorant'
  let id: number
  let version: number

  beforeAll(async () => {
    const made = await as('trust_admin').create(
      incidentOn(cloud, { title: `${WORD} is slow`, tags: [`${WORD}-tag`] }),
    )
    ;({ id, version } = made)
  })

  test.each<[Role, boolean]>([
    ['administrator', true],
    ['trust_admin', true],
    ['blog_editor', true],
    ['customer_success_manager', true],
    ['url_editor', false],
    ['jab_compliance', false],
  ])('is read by %s: %s', async (role, isRead) => {
    const staff = as(role)
    expect((await staff.get(`/api/admin/records/${id}`)).statusCode).toBe(isRead ? 200 : 404)
    expect((await listed(staff, WORD)).total).toBe(isRead ? 1 : 0)
    expect((await listed(staff, `#${id}`)).total).toBe(isRead ? 1 : 0)
    expect((await dashboardOf(staff)).includes(WORD)).toBe(isRead)
    if (!isRead) expect((await staff.get('/api/admin/choices')).body).not.toContain(`${WORD}-tag`)
  })

  test('doesn’t exist for those who may not read it, whatever they do with it', async () => {
    const staff = as('url_editor')
    const calls: [path: string, payload: object][] = [
      ['draft', { version, content: incidentOn(cloud) }],
      ['copy', {}],
      ['discard', { version }],
      ['preview', { content: incidentOn(cloud), view: 'page' }],
      ['publish', { version, notifies: false, idempotency_key: 'no-such-one' }],
      ['unpublish', { reason: 'Because' }],
      ['updates', { body: '<p>x</p>', notifies: false, idempotency_key: 'no-such-two' }],
    ]
    for (const [path, payload] of calls) {
      const answer = await staff.post(`/api/admin/records/${id}/${path}`, payload)
      expect([path, answer.statusCode, answer.json().message]).toEqual([path, 404, 'Record not found.'])
    }
    expect((await staff.get(`/api/admin/records/${id}/recipients`)).statusCode).toBe(404)
  })
})

describe('Z-05 a published incident', () => {
  const WORD = 'Bittern'
  const NOTE = 'The note of the night shift'
  let id: number

  beforeAll(async () => {
    const writer = as('trust_admin')
    const content = incidentOn(cloud, { title: `${WORD} is out` })
    content.internal.internal_note = NOTE
    const made = await writer.create(content)
    const published = await writer.published(made.id, made.version, { notifies: false })
    id = made.id
    await writer.saved(id, published.version, { ...published.content, title: `${WORD} Unsaid is out` })
  })

  test('shows its draft and notes to those who may edit it or read everything', async () => {
    for (const role of ['administrator', 'blog_editor', 'customer_success_manager'] as const) {
      const record = await as(role).read(id)
      expect([role, record.draft?.content.title, record.content.internal.internal_note]).toEqual([
        role,
        `${WORD} Unsaid is out`,
        NOTE,
      ])
      expect((await listed(as(role), 'Unsaid')).total).toBe(1)
    }
  })

  test('shows others only what is published', async () => {
    for (const role of ['url_editor', 'jab_compliance'] as const) {
      const answer = await as(role).get(`/api/admin/records/${id}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain('Unsaid')
      expect(answer.body).not.toContain(NOTE)
      expect((await listed(as(role), 'Unsaid')).total).toBe(0)
      expect((await listed(as(role), WORD)).data).toMatchObject([{ id, has_draft: false }])
      expect(await dashboardOf(as(role))).not.toContain('Unsaid')
    }
  })

  test('L-09 has its note in the public API only for those who may read it', async () => {
    ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
    for (const role of ROLES_HERE) {
      const { body } = await as(role).get(`/api/posts/${id}?cloud=${CLOUD}`)
      const isRead = role !== 'url_editor' && role !== 'jab_compliance'
      expect([role, body.includes(WORD), body.includes(NOTE)]).toEqual([role, true, isRead])
    }
  })
})

describe('Z-05 an advisory under embargo', () => {
  const WORD = 'Dotterel'
  let id: number
  let version: number
  let named: Staff
  let outsider: Staff

  beforeAll(async () => {
    named = await newsroomStaff(site, 'blog_editor')
    outsider = await newsroomStaff(site, 'legal_team')
    const made = await as('trust_admin').create(
      advisory({ title: `${WORD} leaks memory`, embargo: [named.uid, outsider.uid] }),
    )
    ;({ id, version } = made)
  })

  async function seenBy(staff: Staff) {
    const { statusCode } = await staff.get(`/api/admin/records/${id}`)
    return [statusCode, (await listed(staff, WORD)).total, (await dashboardOf(staff)).includes(WORD)]
  }

  test('is read by trust administrators, administrators and the people it names, and by no one else', async () => {
    for (const staff of [as('administrator'), as('trust_admin'), named, outsider])
      expect(await seenBy(staff)).toEqual([200, 1, true])
    for (const staff of [as('blog_editor'), as('customer_success_manager'), as('url_editor')])
      expect(await seenBy(staff)).toEqual([404, 0, false])
  })

  test('can be changed by a named person with the right to edit its kind only', async () => {
    const content = advisory({ title: `${WORD} leaks more`, embargo: [named.uid, outsider.uid] })
    expect((await as('blog_editor').save(id, version, content)).statusCode).toBe(404)
    expect((await outsider.save(id, version, content)).statusCode).toBe(403)
    version = await named.saved(id, version, content)
  })

  test('asks people to name themselves before they lock themselves out', async () => {
    const answer = await named.save(id, version, advisory({ embargo: [outsider.uid] }))
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, ['embargo']])
  })

  test('is open again to editors of its kind as soon as the embargo is lifted', async () => {
    version = await as('trust_admin').saved(id, version, advisory({ title: `${WORD} leaks memory` }))
    expect(await seenBy(as('blog_editor'))).toEqual([200, 1, true])
    version = await as('trust_admin').saved(id, version, advisory({ title: `${WORD} leaks`, embargo: [] }))
    expect(await seenBy(as('blog_editor'))).toEqual([404, 0, false])
    const entries = (await auditOf(site, id)).filter(({ after }) => 'embargo' in Object(after))
    expect(entries.slice(-2).map(({ after }) => Object(after).embargo)).toEqual([null, []])
  })

  test('keeps changes to a published one closed until they are discarded', async () => {
    const made = await as('trust_admin').create(advisory({ title: 'Published flaw' }))
    const published = await as('trust_admin').published(made.id, made.version, { notifies: false })
    const saved = await as('trust_admin').saved(made.id, published.version, {
      ...published.content,
      title: 'Undisclosed flaw',
      embargo: [],
    })
    const watch = { tab: 'ab'.repeat(16), version: 1, edition: published.edition, is_posting: false }
    const watched = await as('blog_editor').post(`/api/admin/records/${made.id}/watch`, watch)
    expect([watched.statusCode, watched.json().data?.deeds]).toEqual([200, []])
    await as('trust_admin').post(`/api/admin/records/${made.id}/watch`, { ...watch, tab: 'cd'.repeat(16) })
    await site.database.db.transaction().execute((trx) =>
      insertApproval(trx, {
        recordId: made.id,
        act: { act: 'publish', notifies: false, is_correction: false, is_urgent: false },
        version: saved,
        state: 'waiting',
        note: '',
        requestedBy: as('trust_admin').uid,
        requester: 'trust_admin',
        editedBy: null,
        at: site.clock.now,
      }),
    )
    for (const [role, isOpen] of [
      ['administrator', true],
      ['blog_editor', false],
    ] as const) {
      const waiting = await as(role).get('/api/admin/records?state=approval&q=Published%20flaw')
      const [row] = (await listed(as(role), 'Published flaw')).data
      const { present } = (await as(role).get('/api/admin/dashboard')).json<{ data: Dashboard }>().data
      expect([
        waiting.json().total,
        row?.is_waiting,
        present.some(({ record }) => record === made.id),
      ]).toEqual([isOpen ? 1 : 0, isOpen, isOpen])
    }
    const discard = await as('trust_admin').post(`/api/admin/records/${made.id}/discard`, { version: saved })
    expect(discard.statusCode, discard.body).toBe(204)
    expect(await as('blog_editor').read(made.id)).toMatchObject({
      can_edit: true,
      content: { embargo: null },
    })
  })

  test('is over when it is published, and counts again for a withdrawn one', async () => {
    const published = await as('trust_admin').published(id, version, { notifies: false })
    expect(published.content.embargo).toBeNull()
    expect((await seenBy(as('blog_editor')))[0]).toBe(200)
    const withdrawn = await as('trust_admin').done(`/api/admin/records/${id}/unpublish`, {
      reason: 'Published too early',
    })
    await as('trust_admin').saved(id, withdrawn.version, { ...withdrawn.content, embargo: [] })
    expect(await seenBy(as('blog_editor'))).toEqual([404, 0, false])
  })
})

test('Z-05 recurring maintenance is for those who may read drafts of maintenance', async () => {
  for (const role of ROLES_HERE) {
    const { statusCode } = await as(role).get('/api/admin/series')
    const isRead = role !== 'url_editor' && role !== 'jab_compliance'
    expect([role, statusCode]).toEqual([role, isRead ? 200 : 403])
  }
})
