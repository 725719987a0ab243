import { expect, test } from 'vitest'
import { type ApprovalRules, approvalRulesOf, needsApproval } from './approval.ts'

const RULES: ApprovalRules = { kinds: ['advisory'], clouds: [7], updates: false }
const of = (kind: 'advisory' | 'incident', clouds: number[], action: string) => ({ kind, clouds, action })

test('a kind or a cloud asks for a second person', () => {
  expect(needsApproval(RULES, of('advisory', [], 'publish'))).toBe(true)
  expect(needsApproval(RULES, of('incident', [1, 7], 'publish'))).toBe(true)
  expect(needsApproval(RULES, of('incident', [1], 'publish'))).toBe(false)
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
