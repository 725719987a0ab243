import { expect, test } from 'vitest'
import type { RecordKind } from '../record.ts'
import { type ApprovalRules, approvalRulesOf, needsApproval } from './approval.ts'

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

test('an unset or damaged setting asks for nothing', () => {
  expect(approvalRulesOf({})).toEqual({ kinds: [], clouds: [], updates: false })
  expect(approvalRulesOf({ kinds: 'all', clouds: ['7'], updates: 1 })).toEqual({
    kinds: [],
    clouds: [],
    updates: false,
  })
})
