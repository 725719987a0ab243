import { expect, test } from 'vitest'
import { timeZoneInForce } from './time-zone.ts'

test.each([
  ['L-11 UTC where nothing is said', undefined, undefined, 'UTC'],
  ['A-17 what the account says', undefined, 'Asia/Tokyo', 'Asia/Tokyo'],
  ['L-11 what was chosen on this device', 'Europe/Zurich', undefined, 'Europe/Zurich'],
  [
    'L-11, A-17 what was chosen on this device before what the account says',
    'Europe/Zurich',
    'Asia/Tokyo',
    'Europe/Zurich',
  ],
  ['L-11 UTC, too, can be chosen', 'UTC', 'Asia/Tokyo', 'UTC'],
  ['A-17 a choice that nobody knows is none', 'Middle/Earth', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['L-11 UTC where nobody knows the zone of the account', undefined, 'Middle/Earth', 'UTC'],
  ['A-17 under whatever name, UTC is UTC', undefined, 'Etc/UTC', 'UTC'],
])('times are in %s', (_, chosen, ofAccount, zone) => {
  expect(timeZoneInForce({ chosen, ofAccount })).toBe(zone)
})
