import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { ROLES, type Role } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { STATUS } from '../../domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { ChoiceNames } from '../parts/use-choices.ts'
import { StaffContext } from '../shell/staff.ts'
import { Desk } from './desk.tsx'

const NOW = '2026-11-15T03:00:00.000Z'

/** Sections above the incidents. */
const OWN_WORK: Partial<Record<Role, string[]>> = {
  legal_team: ['Sub-processor notifications', 'Pages you manage'],
  cloud_apps: ['Cloud app notifications', 'Pages you manage'],
  url_editor: ['URL category notifications', 'Pages you manage'],
  jab_compliance: ['Pages you manage'],
}

test.each(ROLES)("A-20, Z-05 %s sees the role's own work first and what the role may do", (role) => {
  const isWriter = role === 'administrator' || role === 'trust_admin' || role === 'blog_editor'
  const html = deskOf(role, { open_incidents: [row({ can_edit: isWriter })] })
  const own = OWN_WORK[role] ?? []
  expect(titlesIn(html).slice(0, own.length + 1)).toEqual([...own, 'Open incidents'])
  const may = html.slice(html.indexOf('What you can do here'))
  for (const each of ROLES) expect(may.includes(`May ${ROLE_WORDS[each].may}.`), each).toBe(each === role)
  expect(html.includes('>Update<')).toBe(isWriter)
  expect(may.includes('>New incident<')).toBe(isWriter)
})

test('Z-05 own work leads to its pages and to a new record of its kind', () => {
  const html = deskOf('legal_team', {})
  expect(html).toContain('href="/admin/site/policies"')
  expect(html).toContain('href="/admin/records/new?kind=notification&amp;notification_type=sub_processor"')
})

test('Z-01 a quiet desk says so in every part', () => {
  const words = wordsOf(deskOf('blog_editor', {}))
  expect(words).toContain('Nothing is open.')
  expect(words).toContain('All incidents are resolved.')
  expect(words).toContain('Nothing planned until')
})

test('Z-01 incidents show their severity, their age and the promised update', () => {
  const open_incidents = [
    row({ from_time: '2026-11-14T23:48:00.000Z', next_update: '2026-11-15T02:48:00.000Z' }),
    row({ id: 2, severity_tid: SEVERITY.serviceDegradation, next_update: '2026-11-15T03:40:00.000Z' }),
  ]
  const words = wordsOf(deskOf('blog_editor', { open_incidents }))
  expect(words).toContain('Named 20')
  expect(words).toMatch(/open for 3 h 12 min/)
  expect(words).toMatch(/Next update overdue by 12 min/)
  expect(words).toMatch(/Next update in 40 min/)
})

test('Z-01 maintenance says when it starts or ends', () => {
  const maintenance = [
    row({
      kind: 'maintenance',
      title: 'Switches in Oslo',
      status_id: STATUS.inProgress,
      from_time: '2026-11-15T02:00:00.000Z',
      to_time: '2026-11-15T04:00:00.000Z',
    }),
    row({
      id: 2,
      kind: 'maintenance',
      title: 'Certificates',
      status_id: STATUS.scheduled,
      from_time: '2026-11-16T03:00:00.000Z',
      to_time: '2026-11-16T04:00:00.000Z',
    }),
  ]
  const words = wordsOf(deskOf('blog_editor', { maintenance }))
  expect(words).toMatch(/Switches in Oslo.*Ends in 1 h/)
  expect(words).toMatch(/Certificates.*Starts in 1 d/)
})

test('Z-01 a resolved incident without a decision is listed below the post-mortems that are due', () => {
  const closed = row({ title: 'Mail was late', closed_on: '2026-11-14T23:00:00.000Z' })
  const html = deskOf('blog_editor', {
    post_mortems_due: [{ record: 2, title: 'Search was slow', due_on: '2026-11-13', has_draft: true }],
    post_mortems_undecided: [{ record: closed, version: 0, is_begun: false }],
  })
  const words = wordsOf(html.slice(html.indexOf('Post-mortems')))
  expect(words).toMatch(
    /overdue.*Search was slow.*Not decided.*Mail was late.*resolved 4 h ago.*Decide about/,
  )
})

test('Z-01 during an upgrade, a server of the previous version sends no undecided post-mortems', () => {
  const due = { record: 2, title: 'Search was slow', due_on: '2026-11-13', has_draft: true }
  const html = deskOf('blog_editor', { post_mortems_due: [due], post_mortems_undecided: undefined as never })
  expect(wordsOf(html)).toContain('Search was slow')
})

function deskOf(role: Role, parts: Partial<Dashboard>) {
  const staff = {
    uid: 1,
    mail: 'ada@northwall.example',
    name: 'Ada Byron',
    timezone: 'UTC',
    roles: [role],
    interactive: null,
    subscriptions_count: 0,
  }
  return markupInRouter(
    <StaffContext value={staff}>
      <Desk dashboard={{ ...QUIET, ...parts }} names={NAMES} postMortemDays={5} onChanged={() => {}} />
    </StaffContext>,
  )
}

const NAMES: ChoiceNames = {
  service: String,
  dataCenter: String,
  person: String,
  cloudNamed: (machineName) => machineName,
  cloud: String,
  status: String,
  isClosed: () => false,
  severity: (tid) => `Named ${tid}`,
}

const QUIET: Dashboard = {
  now: NOW,
  open_incidents: [],
  maintenance: [],
  maintenance_until: NOW,
  scheduled: [],
  post_mortems_due: [],
  post_mortems_undecided: [],
  drafts: [],
  approvals: [],
  present: [],
  latest: [],
  promises: [],
  handovers: [],
  deliveries: null,
}

function row(parts: Partial<Dashboard['open_incidents'][number]>): Dashboard['open_incidents'][number] {
  return {
    id: 1,
    version: 1,
    kind: 'incident',
    notification_type: null,
    title: 'Sign-in fails',
    state: 'published',
    status_id: STATUS.inProgress,
    severity_tid: SEVERITY.serviceDisruption,
    clouds: [],
    from_time: null,
    to_time: null,
    next_update: null,
    closed_on: null,
    publish_at: null,
    posted_on: null,
    edition: null,
    updated_on: NOW,
    has_draft: false,
    is_waiting: false,
    can_edit: true,
    ...parts,
  }
}

function titlesIn(html: string) {
  return Array.from(html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g), ([, title]) => title)
}

function wordsOf(html: string) {
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}
