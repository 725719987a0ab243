import { expect, test } from 'vitest'
import { timeZoneInForce } from './time-zone.ts'

test.each([
  ['L-11 UTC by default', undefined, undefined, 'UTC'],
  ['A-17 the zone of the account', undefined, 'Asia/Tokyo', 'Asia/Tokyo'],
  ['L-11 the zone chosen on this device', 'Europe/Zurich', undefined, 'Europe/Zurich'],
  [
    'L-11, A-17 the zone chosen on this device rather than that of the account',
    'Europe/Zurich',
    'Asia/Tokyo',
    'Europe/Zurich',
  ],
  ['L-11 UTC, if chosen', 'UTC', 'Asia/Tokyo', 'UTC'],
  ['A-17 the zone of the account if the choice is unknown', 'Middle/Earth', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['L-11 UTC if the zone of the account is unknown', undefined, 'Middle/Earth', 'UTC'],
  ['A-17 UTC under any of its names', undefined, 'Etc/UTC', 'UTC'],
])('times are in %s', (_, chosen, ofAccount, zone) => {
  expect(timeZoneInForce({ chosen, ofAccount })).toBe(zone)
})
