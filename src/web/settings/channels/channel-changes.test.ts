import { expect, test } from 'vitest'
import type { Channel } from '../../../contract/channels.ts'
import { withPending } from './channel-changes.ts'

const MAIL: Channel = {
  id: 1,
  kind: 'email',
  name: '',
  address: 'ada@customer.example',
  is_enabled: true,
  is_verified: true,
  cadence: 'every_update',
  min_severity_rank: 0,
  gets_reminders: false,
  last_result: null,
  last_result_at: null,
  is_failing: false,
  disabled_reason: null,
  previous_secret_until: null,
  created_at: '2026-11-01T00:00:00Z',
}
const HOOK: Channel = { ...MAIL, id: 2, kind: 'webhook', is_enabled: false, disabled_reason: 'It failed.' }

test('A-17 of two changes to a channel the later one is shown', () => {
  const pending = [
    { channel: 1, change: { cadence: 'daily_digest' as const } },
    { channel: 1, change: { cadence: 'open_and_resolved' as const, min_severity_rank: 40 } },
  ]
  expect(withPending([MAIL, HOOK], pending)).toEqual([
    { ...MAIL, cadence: 'open_and_resolved', min_severity_rank: 40 },
    HOOK,
  ])
})

test('A-17 a reverted change leaves the channel as it was', () => {
  expect(withPending([MAIL, HOOK], [])).toEqual([MAIL, HOOK])
})

test('A-17 switching a channel back on clears its reason for being off', () => {
  const [, hook] = withPending([MAIL, HOOK], [{ channel: 2, change: { is_enabled: true } }])
  expect(hook).toMatchObject({ is_enabled: true, disabled_reason: null })
  const [, renamed] = withPending([MAIL, HOOK], [{ channel: 2, change: { name: 'Pager' } }])
  expect(renamed?.disabled_reason).toBe('It failed.')
})
