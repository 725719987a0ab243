import { expect, test } from 'vitest'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { STATUS } from '../../domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../domain/record.ts'
import { deskVerdict } from './desk-verdict.ts'

const NOW = '2026-11-15T03:00:00.000Z'

test('Z-01 an empty desk says so in three words', () => {
  expect(deskVerdict(desk({}))).toEqual({ tone: 'up', said: 'Nothing is open.', waits: [] })
})

test('Z-01 the worst incident sets the tone, and overdue updates are mentioned', () => {
  const open_incidents = [
    row({ severity_tid: SEVERITY.serviceDisruption, next_update: '2026-11-15T02:59:00.000Z' }),
    row({ severity_tid: SEVERITY.underInvestigation, next_update: '2026-11-15T03:01:00.000Z' }),
  ]
  expect(deskVerdict(desk({ open_incidents }))).toEqual({
    tone: 'disruption',
    said: '2 incidents are open.',
    waits: ['1 update is overdue.'],
  })
})

test('Z-01 maintenance counts once it is in progress, not when it was planned to be', () => {
  const begun = row({ kind: 'maintenance', status_id: STATUS.inProgress, from_time: NOW })
  const ahead = row({ kind: 'maintenance', status_id: STATUS.scheduled, from_time: NOW })
  expect(deskVerdict(desk({ maintenance: [begun, ahead] })).waits).toEqual([
    '1 maintenance window is in progress.',
  ])
})

test('Z-01 failed messages are mentioned to those who may see them', () => {
  const deliveries = {
    under_way: 0,
    oldest_due_at: null,
    failed: 2,
    paused: [],
    sent_last_day: 9,
    latest: [],
  }
  expect(deskVerdict(desk({ deliveries })).waits).toEqual(['2 messages could not be sent.'])
  expect(deskVerdict(desk({ deliveries: null })).waits).toEqual([])
})

test('Z-01 a paused channel is mentioned with its reason', () => {
  const paused = [{ way: 'mail' as const, reason: 'unanswered: dropped', since: NOW }]
  const deliveries = { under_way: 5, oldest_due_at: NOW, failed: 0, paused, sent_last_day: 9, latest: [] }
  expect(deskVerdict(desk({ deliveries })).waits).toEqual([
    'Email is paused: the mail server accepts messages but doesn’t confirm them.',
  ])
})

function desk(parts: Partial<Dashboard>): Dashboard {
  return {
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
    ...parts,
  }
}

function row(parts: Partial<Dashboard['open_incidents'][number]>): Dashboard['open_incidents'][number] {
  return {
    id: 1,
    version: 1,
    kind: 'incident',
    notification_type: null,
    title: 'Logins fail',
    state: 'published',
    status_id: STATUS.inProgress,
    severity_tid: SEVERITY.serviceDegradation,
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
