import { expect, test } from 'vitest'
import { DAY_MS } from '../../domain/time.ts'
import { shouldDisable } from './should-disable.ts'

const now = new Date('2026-11-15T10:00:00Z')

function isDisabled({ kind = 'webhook' as const, days = 3, failureCount = 10 } = {}) {
  const failingSince = new Date(now.getTime() - days * DAY_MS)
  return shouldDisable({ kind, failureCount, failingSince, now })
}

test('U-10 a channel that fails for three days and ten times is switched off', () => {
  expect(isDisabled()).toBe(true)
  expect(isDisabled({ days: 30, failureCount: 100 })).toBe(true)
})

test('U-10 one that fails for less, or less often, stays', () => {
  expect(isDisabled({ days: 2.9, failureCount: 100 })).toBe(false)
  expect(isDisabled({ days: 30, failureCount: 9 })).toBe(false)
})

test('U-10 mail is never switched off by itself', () => {
  const failingSince = new Date(0)
  expect(shouldDisable({ kind: 'email', failureCount: 100, failingSince, now })).toBe(false)
})
