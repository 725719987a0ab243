import { expect, test } from 'vitest'
import { actualTimes } from './actual-times.ts'

const PLANNED = {
  post_type: 'maintenance',
  fromTime: '2026-11-15T20:00:00.000Z',
  toTime: '2026-11-15T22:00:00.000Z',
} as const

test('Z-02 times that match the plan to the minute are shown once', () => {
  expect(actualTimes(PLANNED)).toBeUndefined()
  expect(actualTimes({ ...PLANNED, actual_from_time: '2026-11-15T20:00:41.000Z' })).toBeUndefined()
})

test('Z-02 different times are shown beside the plan, both start and end', () => {
  const from = PLANNED.fromTime
  const to = '2026-11-15T22:15:00.000Z'
  expect(actualTimes({ ...PLANNED, actual_from_time: from, actual_to_time: to })).toEqual({ from, to })
  const early = '2026-11-15T19:40:00.000Z'
  expect(actualTimes({ ...PLANNED, actual_from_time: early })).toEqual({ from: early, to: undefined })
})

test('an incident has no planned times', () => {
  expect(actualTimes({ ...PLANNED, post_type: 'incident', actual_to_time: PLANNED.fromTime })).toBeUndefined()
})
