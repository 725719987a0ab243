import { expect, test } from 'vitest'
import type { RecordKind } from '../../domain/record.ts'
import { statusFits, type TemplateStep, templateFits } from './status-fits.ts'

const BUILT_IN = [
  'scheduled',
  'in-progress',
  'monitoring',
  'completed',
  'resolved',
  'remediated',
  'postponed',
  'archived',
]

test('Z-02 each kind of record is offered the statuses that fit it, and those that staff added', () => {
  const offered = (kind: Parameters<typeof statusFits>[0]) =>
    [...BUILT_IN, 'waiting-for-vendor'].filter((name) => statusFits(kind, { class: name }))
  expect(offered('incident')).toEqual([
    'in-progress',
    'monitoring',
    'resolved',
    'archived',
    'waiting-for-vendor',
  ])
  expect(offered('maintenance')).not.toContain('resolved')
  expect(offered('maintenance')).toContain('completed')
  expect(offered('advisory')).toEqual([
    'in-progress',
    'monitoring',
    'remediated',
    'archived',
    'waiting-for-vendor',
  ])
  expect(offered('notification')).toContain('resolved')
})

const STATUSES = [
  ...BUILT_IN.map((name, place) => ({
    id: place + 1,
    class: name,
    is_closed: ['completed', 'resolved', 'remediated', 'postponed', 'archived'].includes(name),
  })),
  { id: 20, class: 'waiting-for-vendor', is_closed: false },
  { id: 21, class: 'handed-over', is_closed: true },
]

function offeredAt(step: TemplateStep, record = { kind: 'maintenance' as RecordKind, status_id: 2 }) {
  return STATUSES.filter(({ id }) =>
    templateFits({ content: { status_id: id }, asks_for: [] }, { step, record, statuses: STATUSES }),
  ).map((status) => status.class)
}

test('Z-02 a step offers the templates whose words are true after it', () => {
  expect(offeredAt('resolve')).toEqual(['completed', 'resolved', 'remediated', 'handed-over'])
  expect(offeredAt('postpone')).toEqual(['postponed'])
  expect(offeredAt('cancel')).toEqual(['archived'])
  expect(offeredAt('start')).toEqual(['in-progress', 'waiting-for-vendor'])
  expect(offeredAt('reopen')).toEqual(['scheduled', 'in-progress', 'waiting-for-vendor'])
})

test('Z-02 an update may end maintenance, but an incident only in the dialog that asks for more', () => {
  expect(offeredAt('update')).toEqual(STATUSES.map((status) => status.class))
  expect(offeredAt('update', { kind: 'incident', status_id: 2 })).toEqual([
    'scheduled',
    'in-progress',
    'monitoring',
    'waiting-for-vendor',
  ])
  expect(offeredAt('update', { kind: 'incident', status_id: 5 })).not.toContain('in-progress')
})

test('Z-02 a template without a status fits each step, one that asks for a new end only an update', () => {
  const record = { kind: 'maintenance' as const, status_id: 2 }
  const fits = (step: TemplateStep, asks_for: string[]) =>
    templateFits({ content: {}, asks_for }, { step, record, statuses: STATUSES })
  expect((['update', 'resolve', 'postpone', 'cancel'] as const).every((step) => fits(step, []))).toBe(true)
  expect(fits('update', ['new_end'])).toBe(true)
  expect(fits('resolve', ['new_end'])).toBe(false)
  expect(fits('postpone', ['new_end'])).toBe(false)
})

test('Z-02 a template whose status is unknown is not offered', () => {
  const record = { kind: 'maintenance' as const, status_id: 2 }
  expect(
    templateFits(
      { content: { status_id: 99 }, asks_for: [] },
      { step: 'resolve', record, statuses: STATUSES },
    ),
  ).toBe(false)
})
