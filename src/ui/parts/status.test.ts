import { expect, test } from 'vitest'
import { statusOf } from './status.ts'

test.each([
  ['Scheduled', 'hourglass'],
  ['In Progress', 'hourglass'],
  ['Completed', 'check'],
  ['Resolved', 'check'],
  ['Postponed', 'calendar-crossed'],
  ['Archived', 'calendar-crossed'],
  ['Monitoring', 'eye'],
  ['Remediated', 'shield'],
])('L-10 the icon of %s is %s', (name, icon) => {
  expect(statusOf(name).icon).toBe(icon)
})

test('a status added by staff has no icon', () => {
  expect(statusOf('Waiting for parts').icon).toBeUndefined()
})
