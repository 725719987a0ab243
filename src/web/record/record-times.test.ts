import { expect, test } from 'vitest'
import { recordTimes } from './record-times.ts'

const NINE = '2026-11-15T09:00:00.000Z'
const TEN = '2026-11-15T10:00:00.000Z'

test('P-03 events in the same second by the same person are merged', () => {
  const record = { created: NINE, posted_on: NINE, updated_on: NINE, closed_on: TEN }
  expect(recordTimes({ ...record, created_by: 'Ann', author: 'Ann', resolved_by: 'Ben' })).toEqual([
    { terms: 'Created, posted and updated', at: NINE, by: 'Ann' },
    { terms: 'Closed', at: TEN, by: 'Ben' },
  ])
})

test('P-03 events by different people or at different times stay separate', () => {
  const record = { created: NINE, posted_on: NINE, updated_on: TEN, closed_on: TEN }
  expect(recordTimes({ ...record, created_by: 'Ann', author: 'Ben' })).toEqual([
    { terms: 'Created', at: NINE, by: 'Ann' },
    { terms: 'Posted', at: NINE, by: 'Ben' },
    { terms: 'Updated and closed', at: TEN, by: '' },
  ])
})
