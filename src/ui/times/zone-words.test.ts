import { expect, test } from 'vitest'
import { townOf, zoneWords } from './zone-words.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')
const SUMMER = new Date('2026-07-15T12:00:00Z')

test.each([
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Kolkata', 'Kolkata'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['Europe/Zurich', 'Zurich'],
  ['EST5EDT', 'EST5EDT'],
])('%s is called %s', (zone, town) => {
  expect(townOf(zone)).toBe(town)
})

test('a zone includes its offset at that time', () => {
  expect(zoneWords('Asia/Calcutta', WINTER)).toBe('Kolkata (GMT+5:30)')
  expect(zoneWords('Europe/Zurich', WINTER)).toBe('Zurich (GMT+1)')
  expect(zoneWords('Europe/Zurich', SUMMER)).toBe('Zurich (GMT+2)')
})
