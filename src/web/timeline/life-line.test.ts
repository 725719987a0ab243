import { expect, test } from 'vitest'
import { SEVERITY } from '../../domain/record.ts'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { type Life, lifeLine } from './life-line.ts'
import type { Issue } from './place-issues.ts'

const now = new Date('2026-11-15T12:00:00Z')
const NOON_OF_TODAY = 92.857
const DAY = 14.286
const OLD = { isActive: true, startDate: '2020-01-01', endDate: null }

test('S-02 the line of an undisturbed service ends at now', () => {
  expect(lineOf(OLD)).toEqual([{ kind: 'running', from: 0, to: NOON_OF_TODAY }])
})

test('S-02 in an older week the line is complete', () => {
  expect(lineOf(OLD, [], 4)).toEqual([{ kind: 'running', from: 0, to: 100 }])
})

test('S-03 the line has a gap where there is an issue', () => {
  const issue = { ...ISSUE, from: '2026-11-10T00:00:00Z', to: '2026-11-11T00:00:00Z' }
  expect(lineOf(OLD, [issue])).toEqual([
    { kind: 'running', from: 0, to: DAY },
    { kind: 'running', from: 28.571, to: NOON_OF_TODAY },
  ])
})

test('S-03 the line ends at an issue that is still open', () => {
  expect(lineOf(OLD, [{ ...ISSUE, from: '2026-11-10T00:00:00Z', to: null }])).toEqual([
    { kind: 'running', from: 0, to: DAY },
  ])
})

test('informational notices leave the line whole', () => {
  const notice = { ...ISSUE, severityTid: SEVERITY.informational, from: '2026-11-10T00:00:00Z', to: null }
  expect(lineOf(OLD, [notice])).toHaveLength(1)
})

test('S-09 a decommissioned service has a dashed line from its last day on', () => {
  const gone = { ...OLD, isActive: false }
  const dashed = { kind: 'decommissioned', from: 0, to: NOON_OF_TODAY }
  expect(lineOf(gone)).toEqual([dashed])
  expect(lineOf({ ...gone, endDate: '2025-05-01' })).toEqual([dashed])
  expect(lineOf({ ...gone, endDate: '2026-11-10' })).toEqual([
    { kind: 'running', from: 0, to: DAY },
    { kind: 'decommissioned', from: DAY, to: NOON_OF_TODAY },
  ])
})

test('a service added this week has no line before its first day', () => {
  expect(lineOf({ ...OLD, startDate: '2026-11-10' })).toEqual([
    { kind: 'running', from: DAY, to: NOON_OF_TODAY },
  ])
  expect(lineOf({ ...OLD, startDate: '2026-11-10' }, [], 1)).toEqual([])
  expect(lineOf({ ...OLD, startDate: '2026-12-01' })).toEqual([])
})

const ISSUE = { id: 1, severityTid: SEVERITY.serviceDisruption }

function lineOf(life: Life, issues: Issue[] = [], page = 0) {
  return lifeLine({ life, issues, window: timelineWindow({ now, page }), now })
}
