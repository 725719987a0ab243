import { expect, test } from 'vitest'
import { fieldChanges, fieldName } from './field-changes.ts'

test('Z-06 a change is listed by field', () => {
  expect(
    fieldChanges(
      { title: 'Sign-in fails', status: 'Open', roles: ['a', 'b'], next_update: null, note: 'x', same: 1 },
      {
        title: 'Sign-in is slow',
        status: 'Open',
        roles: ['b', 'c'],
        next_update: '2026-11-15T10:00:00Z',
        note: null,
        same: 1,
      },
    ),
  ).toEqual([
    { field: 'Title', kind: 'replaced', before: 'Sign-in fails', after: 'Sign-in is slow' },
    { field: 'Roles', kind: 'members', added: ['c'], removed: ['a'] },
    { field: 'Next update', kind: 'added', after: '2026-11-15T10:00:00Z' },
    { field: 'Note', kind: 'removed', before: 'x' },
  ])
})

test('Z-06 a new value has no before, and a removed one no after', () => {
  expect(fieldChanges(null, { is_active: true, clouds: [], count: 0 })).toEqual([
    { field: 'Is active', kind: 'added', after: 'yes' },
    { field: 'Count', kind: 'added', after: '0' },
  ])
  expect(fieldChanges({ position: { row: 1, column: 2 } }, null)).toEqual([
    { field: 'Position', kind: 'removed', before: 'row: 1; column: 2' },
  ])
  expect(fieldChanges(null, null)).toEqual([])
})

test('Z-06 reordering counts as a change', () => {
  expect(fieldChanges({ items: [1, 2] }, { items: [2, 1] })).toEqual([
    { field: 'Items', kind: 'replaced', before: '1, 2', after: '2, 1' },
  ])
})

test.each([
  ['from_time', 'From time'],
  ['startsByItself', 'Starts by itself'],
  ['cvss-vector', 'Cvss vector'],
])('%s reads %s', (name, words) => {
  expect(fieldName(name)).toBe(words)
})

test('Z-06 names are shown instead of IDs', () => {
  const names = { 'severity 17': 'Under Investigation', 'service 2500': 'DNS Control' }
  expect(
    fieldChanges({ severity_tid: 17, services: [2500, 9] }, { severity_tid: 20, services: [9] }, names),
  ).toEqual([
    { field: 'Severity', kind: 'replaced', before: 'Under Investigation', after: '20' },
    { field: 'Services', kind: 'members', added: [], removed: ['DNS Control'] },
  ])
})

test('Z-06 states of services and data centers have their names', () => {
  const names = { 'service 7': 'DNS Control', 'severity 19': 'Service Degradation' }
  const state = { place: 'service', tid: 7, severity_tid: 19 }
  expect(fieldChanges({ place_states: [] }, { place_states: [state] }, names)).toEqual([
    { field: 'Place states', kind: 'added', after: 'DNS Control: Service Degradation' },
  ])
})
