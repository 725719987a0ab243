import { expect, test } from 'vitest'
import { momentWords } from './moment-words.ts'

test('L-11 a moment alone is told with its day, its seconds and its zone', () => {
  expect(momentWords('2026-11-04T14:31:00.000Z', { precision: 'second' })).toBe(
    'Wed, 04 Nov 2026 14:31:00 UTC',
  )
})

test('a moment after another of the same day is told by its time', () => {
  const end = momentWords('2026-11-04T17:02:00.000Z', {
    after: '2026-11-04T14:31:00.000Z',
    precision: 'second',
  })
  expect(end).toBe('17:02:00 UTC')
})

test('a moment after another of an earlier day keeps its day', () => {
  const end = momentWords('2026-11-10T08:20:00.000Z', {
    after: '2026-11-09T10:05:00.000Z',
    precision: 'second',
  })
  expect(end).toBe('Tue, 10 Nov 2026 08:20:00 UTC')
})

test('a promise is told to the minute', () => {
  const promise = momentWords('2026-11-15T11:00:00.000Z', {
    after: '2026-11-15T08:14:00.000Z',
    precision: 'minute',
  })
  expect(promise).toBe('11:00 UTC')
})
