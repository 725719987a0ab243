import { expect, test } from 'vitest'
import { momentWords, ownTimeNote, ownTimeWords } from './moment-words.ts'

test('L-11 a single time includes its date, seconds and zone', () => {
  expect(momentWords('2026-11-04T14:31:00.000Z', { zone: 'UTC', precision: 'second' })).toBe(
    'Wed, 04 Nov 2026 14:31:00 UTC',
  )
})

test('a time on the same day as `after` omits the date', () => {
  const end = momentWords('2026-11-04T17:02:00.000Z', {
    zone: 'UTC',
    after: '2026-11-04T14:31:00.000Z',
    precision: 'second',
  })
  expect(end).toBe('17:02:00 UTC')
})

test('a time on a later day keeps the date', () => {
  const end = momentWords('2026-11-10T08:20:00.000Z', {
    zone: 'UTC',
    after: '2026-11-09T10:05:00.000Z',
    precision: 'second',
  })
  expect(end).toBe('Tue, 10 Nov 2026 08:20:00 UTC')
})

test('a promise is precise to the minute', () => {
  const promise = momentWords('2026-11-15T11:00:00.000Z', {
    zone: 'UTC',
    after: '2026-11-15T08:14:00.000Z',
    precision: 'minute',
  })
  expect(promise).toBe('11:00 UTC')
})

test('L-11 a span past midnight in one zone ends on the same day in another', () => {
  const [from, to] = ['2026-11-04T23:10:00.000Z', '2026-11-05T00:40:00.000Z']
  const end = (zone: string) => momentWords(to, { zone, after: from, precision: 'second' })
  expect(end('UTC')).toBe('Thu, 05 Nov 2026 00:40:00 UTC')
  expect(end('Europe/Zurich')).toBe('01:40:00 GMT+1')
  expect(end('America/New_York')).toBe('19:40:00 EST')
  // The quarter-hour offset decides here.
  expect(
    momentWords(to, { zone: 'Asia/Kathmandu', after: '2026-11-04T18:14:59.000Z', precision: 'minute' }),
  ).toBe('Thu, 05 Nov 2026 06:25 GMT+5:45')
})

test('L-11 a span across a clock change names both offsets', () => {
  const end = momentWords('2026-10-25T01:30:00.000Z', {
    zone: 'Europe/Zurich',
    after: '2026-10-25T00:30:00.000Z',
    precision: 'minute',
  })
  expect(end).toBe('02:30 GMT+1')
})

test("L-11 the reader's own time is short, with the day if it differs", () => {
  expect(ownTimeWords('2026-11-04T14:31:00.000Z', 'Europe/Zurich')).toBe('15:31')
  expect(ownTimeWords('2026-11-04T23:31:00.000Z', 'Europe/Zurich')).toBe('Thu 00:31')
})

test('L-11 a note of the reader’s time beside UTC has no line break inside, and is missing in UTC', () => {
  expect(ownTimeNote('2026-11-04T23:31:00.000Z', 'Europe/Zurich')).toBe(
    ' (Thu\u00a000:31\u00a0your\u00a0time)',
  )
  expect(ownTimeNote('2026-11-04T23:31:00.000Z', 'UTC')).toBe('')
})
