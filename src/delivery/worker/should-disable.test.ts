import { expect, test } from 'vitest'
import { DAY_MS } from '../../domain/time.ts'
import { shouldDisable } from './should-disable.ts'

const now = new Date('2026-11-15T10:00:00Z')

function isDisabled({ kind = 'webhook' as const, days = 3, failureCount = 10 } = {}) {
  const failingSince = new Date(now.getTime() - days * DAY_MS)
  return shouldDisable({ kind, failureCount, failingSince, now })
}

test('U-10 switches a channel off after three days and ten failures', () => {
  expect(isDisabled()).toBe(true)
  expect(isDisabled({ days: 30, failureCount: 100 })).toBe(true)
})

test('U-10 keeps a channel with fewer days or failures', () => {
  expect(isDisabled({ days: 2.9, failureCount: 100 })).toBe(false)
  expect(isDisabled({ days: 30, failureCount: 9 })).toBe(false)
})

test('U-10 never switches mail off automatically', () => {
  const failingSince = new Date(0)
  expect(shouldDisable({ kind: 'email', failureCount: 100, failingSince, now })).toBe(false)
})
