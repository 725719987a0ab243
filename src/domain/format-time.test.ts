import { expect, test } from 'vitest'
import { formatTime } from './format-time.ts'

test('L-11 a time is told in UTC unless asked otherwise', () => {
  expect(formatTime(new Date('2024-03-05T10:00:00.000Z'))).toBe('Tue, 05 Mar 2024 10:00:00 UTC')
})

test('L-11 midnight is 00, not 24', () => {
  expect(formatTime(new Date('2026-11-15T00:00:05.000Z'))).toBe('Sun, 15 Nov 2026 00:00:05 UTC')
})

test('L-11 the reader’s zone moves day and hour and is named', () => {
  const moment = new Date('2026-07-01T23:30:00.000Z')
  expect(formatTime(moment, 'America/New_York')).toBe('Wed, 01 Jul 2026 19:30:00 EDT')
  expect(formatTime(moment, 'Asia/Tokyo')).toBe('Thu, 02 Jul 2026 08:30:00 GMT+9')
})

test('L-11 a zone keeps its own summer time', () => {
  expect(formatTime(new Date('2026-03-29T00:59:59.000Z'), 'Europe/Berlin')).toBe(
    'Sun, 29 Mar 2026 01:59:59 GMT+1',
  )
  expect(formatTime(new Date('2026-03-29T01:00:00.000Z'), 'Europe/Berlin')).toBe(
    'Sun, 29 Mar 2026 03:00:00 GMT+2',
  )
})
