import { expect, test } from 'vitest'
import { formatTime, knownTimeZone } from './format-time.ts'

test('L-11 times are in UTC by default', () => {
  expect(formatTime(new Date('2024-03-05T10:00:00.000Z'))).toBe('Tue, 05 Mar 2024 10:00:00 UTC')
})

test('L-11 midnight is 00, not 24', () => {
  expect(formatTime(new Date('2026-11-15T00:00:05.000Z'))).toBe('Sun, 15 Nov 2026 00:00:05 UTC')
})

test('L-11 the reader’s zone changes day and hour, and is named', () => {
  const moment = new Date('2026-07-01T23:30:00.000Z')
  expect(formatTime(moment, 'America/New_York')).toBe('Wed, 01 Jul 2026 19:30:00 EDT')
  expect(formatTime(moment, 'Asia/Tokyo')).toBe('Thu, 02 Jul 2026 08:30:00 GMT+9')
})

test('L-11 daylight saving time follows the zone', () => {
  expect(formatTime(new Date('2026-03-29T00:59:59.000Z'), 'Europe/Berlin')).toBe(
    'Sun, 29 Mar 2026 01:59:59 GMT+1',
  )
  expect(formatTime(new Date('2026-03-29T01:00:00.000Z'), 'Europe/Berlin')).toBe(
    'Sun, 29 Mar 2026 03:00:00 GMT+2',
  )
})

test('L-11 repeated hours differ in their offset', () => {
  const formatted = (moment: string) => formatTime(new Date(moment), 'America/New_York')
  expect(formatted('2026-11-01T05:30:00.000Z')).toBe('Sun, 01 Nov 2026 01:30:00 EDT')
  expect(formatted('2026-11-01T06:30:00.000Z')).toBe('Sun, 01 Nov 2026 01:30:00 EST')
})

test('L-11 offsets of half and quarter hours are preserved', () => {
  const moment = new Date('2024-03-05T18:45:00.000Z')
  expect(formatTime(moment, 'Asia/Kolkata')).toBe('Wed, 06 Mar 2024 00:15:00 GMT+5:30')
  expect(formatTime(moment, 'Asia/Kathmandu')).toBe('Wed, 06 Mar 2024 00:30:00 GMT+5:45')
  expect(formatTime(moment, 'America/St_Johns')).toBe('Tue, 05 Mar 2024 15:15:00 GMT-3:30')
})

test('L-11 a zone can change the year', () => {
  const moment = new Date('2026-12-31T23:30:00.000Z')
  expect(formatTime(moment, 'Pacific/Auckland')).toBe('Fri, 01 Jan 2027 12:30:00 GMT+13')
})

test('zones are known by name, and UTC by any of its names', () => {
  expect(knownTimeZone('Europe/Zurich')).toBe('Europe/Zurich')
  for (const name of ['UTC', 'Etc/UTC', 'Etc/GMT', 'Zulu']) expect(knownTimeZone(name)).toBe('UTC')
})

test('invalid zones are unknown', () => {
  for (const name of ['Middle/Earth', '', '  ', '<b>', undefined]) expect(knownTimeZone(name)).toBeUndefined()
})
