import { expect, test } from 'vitest'
import { statusFits } from './status-fits.ts'

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
