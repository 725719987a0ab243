import { expect, test } from 'vitest'
import type { RecordKind } from '../record.ts'
import { type ApprovalRules, actLines, approvalRulesOf, needsApproval } from './approval.ts'

const RULES: ApprovalRules = { kinds: ['advisory'], clouds: [7], updates: false }
const of = (kind: RecordKind, clouds: number[], action: string) => ({ kind, clouds, action })

test('a kind or a cloud asks for a second person', () => {
  expect(needsApproval(RULES, of('advisory', [], 'publish'))).toBe(true)
  expect(needsApproval(RULES, of('incident', [1, 7], 'publish'))).toBe(true)
  expect(needsApproval(RULES, of('incident', [1], 'publish'))).toBe(false)
})

test('a notification without a cloud is on every cloud, so a rule for one of them counts', () => {
  expect(needsApproval(RULES, of('notification', [], 'publish'))).toBe(true)
  expect(needsApproval(RULES, { ...of('notification', [1], 'publish'), isOnAllClouds: true })).toBe(true)
  expect(needsApproval(RULES, of('notification', [1], 'publish'))).toBe(false)
  expect(needsApproval({ ...RULES, clouds: [] }, of('notification', [], 'publish'))).toBe(false)
  expect(needsApproval(RULES, of('incident', [], 'publish'))).toBe(false)
})

test('steps of a live record go out at once unless the site says otherwise', () => {
  for (const action of ['post-update', 'resolve', 'reopen', 'start']) {
    expect(needsApproval(RULES, of('advisory', [], action))).toBe(false)
    expect(needsApproval({ ...RULES, updates: true }, of('advisory', [], action))).toBe(true)
  }
  for (const action of ['schedule', 'correct-update', 'remove-update', 'unpublish', 'archive', 'cancel'])
    expect(needsApproval(RULES, of('advisory', [], action))).toBe(true)
})

test('approvers see the whole act in words', () => {
  const named = (what: string) => (id: number) => `${what} ${id}`
  const names = {
    status: named('status'),
    severity: named('severity'),
    cloud: named('cloud'),
    service: named('service'),
    dataCenter: named('center'),
    update: () => new Date('2026-01-01T10:00:00Z'),
  }
  const places = { addServices: [1, 2], removeServices: [], addDataCenters: [], removeDataCenters: [3] }
  const update = { act: 'post-update', body: '', notifies: true, is_urgent: true } as const
  const changes = {
    status_id: 4,
    severity_tid: 5,
    next_update: null,
    to_time: '2026-01-02T10:00:00Z',
    places,
  }
  expect(actLines({ ...update, ...changes, posted_on: '2026-01-01T09:00:00Z' }, names)).toEqual([
    'Status: status 4',
    'Severity: severity 5',
    'Next update promised: none',
    'New end: 2026-01-02 10:00 UTC',
    'Adds: service 1, service 2',
    'Removes: center 3',
    'Dated: 2026-01-01 09:00 UTC',
    'Marked as urgent',
    'Subscribers are notified',
  ])
  const backdated = { ...update, posted_on: '2026-01-01T09:00:00Z', notifies_of_the_past: false }
  expect(actLines(backdated, names).at(-1)).toBe(
    'Subscribers are notified, unless this update is dated before another update or the end',
  )
  const alertPlaces = { clouds: [6], services: [1], data_centers: [3] }
  const reopened = { act: 'reopen', body: '', notifies: false, severity_tid: 5 } as const
  expect(actLines({ ...reopened, alert_places: alertPlaces }, names)).toEqual([
    'Severity: severity 5',
    'Adds: cloud 6',
    'Adds: service 1',
    'Adds: center 3',
    'Subscribers are not notified',
  ])
  const whole = { clouds: [], services: [], data_centers: [], is_whole: true }
  expect(actLines({ ...reopened, alert_places: whole }, names)).toContain(
    'Affects everything on its clouds, not only single places',
  )
  expect(actLines({ act: 'remove-update', update: 9 }, names)).toEqual([
    'The update of: 2026-01-01 10:00 UTC',
  ])
  expect(actLines({ act: 'unpublish', reason: 'Wrong', public_reason: 'A mistake' }, names)).toEqual([
    'Reason: Wrong',
    'Reason for readers: A mistake',
  ])
  const postponed = { act: 'postpone', body: '', notifies: false, to_time: null } as const
  expect(actLines({ ...postponed, from_time: '2026-02-01T10:00:00Z' }, names)).toEqual([
    'New start: 2026-02-01 10:00 UTC',
    'New end: not known yet',
    'Subscribers are not notified',
  ])
})

test('an unset or damaged setting asks for nothing', () => {
  expect(approvalRulesOf({})).toEqual({ kinds: [], clouds: [], updates: false })
  expect(approvalRulesOf({ kinds: 'all', clouds: ['7'], updates: 1 })).toEqual({
    kinds: [],
    clouds: [],
    updates: false,
  })
})
