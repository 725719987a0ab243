import { expect, test } from 'vitest'
import type { KeptAlert } from '../../domain/alerts/alert-group.ts'
import { beginningOfAlerts } from './alert-step.ts'

const now = new Date('2026-11-15T03:30:00Z')

function beginning(...times: string[]) {
  const alerts = times.map((startsAt) => ({ startsAt }) as KeptAlert)
  return beginningOfAlerts({ ...alerts } as unknown as Record<string, KeptAlert>, now)
}

test('Z-08 an incident starts with the first of its alerts', () => {
  expect(beginning('2026-11-15T03:10:00.000Z', '2026-11-15T03:00:00.000Z')).toBe('2026-11-15T03:00:00.000Z')
})

test('Z-08 ignores unset and future start times', () => {
  expect(beginning('0001-01-01T00:00:00.000Z')).toBe(now.toISOString())
  expect(beginning('0001-01-01T00:00:00.000Z', '2026-11-15T03:10:00.000Z')).toBe('2026-11-15T03:10:00.000Z')
  expect(beginning('2026-11-16T00:00:00.000Z')).toBe(now.toISOString())
})
