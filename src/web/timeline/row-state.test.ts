import { expect, test } from 'vitest'
import { SEVERITY } from '../../domain/record.ts'
import { countStates, isTroubled, rowState, troubledFirst } from './row-state.ts'
import type { TimelineRow } from './timeline-block.ts'
import type { TimelineIssue } from './timeline-issue.ts'

const ISSUES = {
  1: issue(1, SEVERITY.serviceDisruption),
  2: issue(2, SEVERITY.serviceDegradation),
  3: issue(3, SEVERITY.underInvestigation),
  4: issue(4, SEVERITY.informational),
  5: issue(5, SEVERITY.serviceDisruption, '2026-11-14T10:00:00.000Z'),
}

test('a service without open issues is running', () => {
  expect(rowState(row('Sandbox', [5]), ISSUES)).toBe('operational')
  expect(isTroubled(row('Sandbox', [5]), ISSUES)).toBe(true)
})

test('the worst open issue determines the status of a service', () => {
  expect(rowState(row('Sandbox', [3, 1, 2]), ISSUES)).toBe('service_disruption')
})

test('an open informational notice leaves a service running', () => {
  expect(rowState(row('Sandbox', [4]), ISSUES)).toBe('operational')
  expect(isTroubled(row('Sandbox', [4]), ISSUES)).toBe(false)
})

test('S-09 a service with a falsy status is decommissioned, whatever its issues', () => {
  expect(rowState({ ...row('Legacy Mail Relay', [1]), isActive: false }, ISSUES)).toBe('decommissioned')
})

test('counts active services, their current troubles and their issues', () => {
  const rows = [
    row('Web Security', [1, 5]),
    row('Sandbox', [3, 4]),
    row('DNS Control', [5]),
    { ...row('Legacy Mail Relay'), isActive: false },
  ]
  expect(countStates(rows, ISSUES)).toEqual({
    total: 3,
    troubles: [
      { state: 'service_disruption', words: '1 disrupted' },
      { state: 'under_investigation', words: '1 under investigation' },
    ],
    issues: 3,
  })
})

test('running services have no troubles', () => {
  expect(countStates([row('A'), row('B')], ISSUES)).toEqual({ total: 2, troubles: [], issues: 0 })
})

test('broken services come first, then those that were, and decommissioned ones last', () => {
  const rows = [
    { ...row('Gone', [5]), isActive: false },
    row('Running'),
    row('Was broken', [5]),
    row('Degraded', [2]),
    row('Also running'),
    row('Disrupted', [1]),
  ]
  expect(troubledFirst(rows, ISSUES).map(({ name }) => name)).toEqual([
    'Disrupted',
    'Degraded',
    'Was broken',
    'Running',
    'Also running',
    'Gone',
  ])
})

function row(name: string, issues: number[] = []): TimelineRow {
  return { tid: 1, name, slug: 'a', info: '', isActive: true, life: null, issues }
}

function issue(id: number, severityTid: number, to: string | null = null): TimelineIssue {
  const from = '2026-11-14T08:00:00.000Z'
  return { id, title: 'Something', summary: '', severityTid, from, to, updated_on: from }
}
