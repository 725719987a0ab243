import { expect, test } from 'vitest'
import type { KeptAlert } from '../../domain/alerts/alert-group.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { Things } from '../automation/names-of-things.ts'
import { beginningOfAlerts, updateOfNews } from './alert-step.ts'

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

test('Z-08 an update leaves out a severity that was retired while it waited', () => {
  const content = { ...emptyContent({ kind: 'incident' }), severity_tid: 19 }
  const updated = (is_retired: boolean) => {
    const severities = [
      { tid: 19, name: 'Degraded', rank: 40, is_retired: false },
      { tid: 90, name: 'Own', rank: 55, is_retired },
    ]
    const things = { severities } as unknown as Things
    return updateOfNews({ things }, { news: { alerts: [], graver: 90, isShown: false }, content })
  }
  expect(updated(false)).toEqual({ body: '<p>Severity is now: Own.</p>', severityTid: 90 })
  expect(updated(true)).toEqual({
    body: '<p>Our monitoring shows that more is affected.</p>',
    severityTid: undefined,
  })
})
