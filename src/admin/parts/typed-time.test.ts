import { expect, test } from 'vitest'
import { typedTime } from './typed-time.ts'

const NOW = new Date('2026-11-15T18:42:31Z')
const BERLIN = 'Europe/Berlin'

function typed(text: string, zone = BERLIN, now = NOW) {
  const time = typedTime(text, { now, zone })
  return time.kind === 'moment' ? [time.at.toISOString(), time.doubt] : time.kind
}

test.each([
  ['2026-11-15 19:45', '2026-11-15T18:45:00.000Z'],
  ['2026-11-15T19:45', '2026-11-15T18:45:00.000Z'],
  ['2026-7-1 9:05', '2026-07-01T07:05:00.000Z'],
  ['15 Nov 2026 19:45', '2026-11-15T18:45:00.000Z'],
  ['Sun, 15 November 2026 19:45:30', '2026-11-15T18:45:00.000Z'],
  ['16 nov 08:00', '2026-11-16T07:00:00.000Z'],
  ['20:00', '2026-11-15T19:00:00.000Z'],
  ['today 20:00', '2026-11-15T19:00:00.000Z'],
  ['Tomorrow 09:00', '2026-11-16T08:00:00.000Z'],
  ['yesterday, 23:59', '2026-11-14T22:59:00.000Z'],
  ['2026-11-16', '2026-11-15T23:00:00.000Z'],
  ['2026-11-15 19:45 UTC', '2026-11-15T19:45:00.000Z'],
  ['19:45z', '2026-11-15T19:45:00.000Z'],
  ['22.11.2026 22:00', '2026-11-22T21:00:00.000Z'],
  ['22.11. 22:00', '2026-11-22T21:00:00.000Z'],
  ['22.11.26, 22:00', '2026-11-22T21:00:00.000Z'],
  ['So. 22. 11. 2026 22.00 Uhr', '2026-11-22T21:00:00.000Z'],
  ['Nov 22, 2026 10 PM', '2026-11-22T21:00:00.000Z'],
  ['November 22nd 2026 at 10:30pm', '2026-11-22T21:30:00.000Z'],
  ['Nov 22 12 am', '2026-11-21T23:00:00.000Z'],
  ['22-Nov-2026 22:00', '2026-11-22T21:00:00.000Z'],
  ['11/22/2026 10:00 p.m.', '2026-11-22T21:00:00.000Z'],
  ['22/11/2026 22:00', '2026-11-22T21:00:00.000Z'],
  ['2026/11/22 22:00', '2026-11-22T21:00:00.000Z'],
  ['2026-11-22T22:00:00.000Z', '2026-11-22T22:00:00.000Z'],
  ['2026-11-22T22:00:00+05:30', '2026-11-22T16:30:00.000Z'],
  ['2026-11-22 22:00 -0500', '2026-11-23T03:00:00.000Z'],
  ['22.11.2026 22:00 UTC+1', '2026-11-22T21:00:00.000Z'],
  ['22:00 CET', '2026-11-15T21:00:00.000Z'],
  ['Nov 22, 2026 10 PM PST', '2026-11-23T06:00:00.000Z'],
  ['Sun, 22 Nov 2026 22:00:00 GMT', '2026-11-22T22:00:00.000Z'],
  ['22.11.2026 22:00 Asia/Kolkata', '2026-11-22T16:30:00.000Z'],
  ['22:00 New York', '2026-11-16T03:00:00.000Z'],
  ['22:00 America/New_York', '2026-11-16T03:00:00.000Z'],
  ['22:00 Amsterdam', '2026-11-15T21:00:00.000Z'],
  ['tomorrow 9 am Tokyo', '2026-11-17T00:00:00.000Z'],
  ['now', '2026-11-15T18:42:00.000Z'],
  ['+30m', '2026-11-15T19:12:00.000Z'],
  ['+30', '2026-11-15T19:12:00.000Z'],
  ['in 30 min', '2026-11-15T19:12:00.000Z'],
  ['+1h30m', '2026-11-15T20:12:00.000Z'],
  ['-1h', '2026-11-15T17:42:00.000Z'],
  ['+2d', '2026-11-17T18:42:00.000Z'],
])('Z-02 %s is understood', (text, expected) => {
  expect(typed(text)).toEqual([expected, undefined])
})

test.each([
  'soon',
  '25:00',
  '12:60',
  '2026-13-01 10:00',
  '2026-02-30',
  '+',
  '+x',
  '15 Nuv 2026',
  '12',
  '13 pm',
  '31.11.2026 10:00',
])('Z-02 %s is not a time', (text) => expect(typed(text)).toBe('unclear'))

test.each([
  ['03/04/2026 10:00', 'This can mean Mar 4 or Apr 3. Write 4 Mar 2026 or 3 Apr 2026.'],
  ['22:00 IST', 'IST can mean the time in India, Ireland or Israel.'],
  ['22:00 CST', 'CST can mean Central Standard Time in America or China Standard Time.'],
  ['22:00 Atlantis', '“atlantis” is not a time zone that we know.'],
  ['22:00 +19:00', 'No time zone is this far from UTC.'],
])('Z-02 %s is refused in words', (text, why) => {
  const time = typedTime(text, { now: NOW, zone: BERLIN })
  expect(time).toMatchObject({ kind: 'unclear', why: expect.stringContaining(why) })
})

test("Z-02 today is the day in the zone that was written, not in the editor's", () => {
  const lateInUtc = new Date('2026-11-15T23:30:00Z')
  expect(typed('08:00 Tokyo', BERLIN, lateInUtc)).toEqual(['2026-11-15T23:00:00.000Z', undefined])
  expect(typed('08:00 -08:00', BERLIN, lateInUtc)).toEqual(['2026-11-15T16:00:00.000Z', undefined])
})

test('Z-02 an empty field is valid', () => {
  expect(typed('  ')).toBe('nothing')
})

test("Z-02 today is the current day in the editor's zone, not in UTC", () => {
  const lateInUtc = new Date('2026-11-15T23:30:00Z')
  expect(typed('08:00', BERLIN, lateInUtc)).toEqual(['2026-11-16T07:00:00.000Z', undefined])
  expect(typed('08:00 UTC', BERLIN, lateInUtc)).toEqual(['2026-11-15T08:00:00.000Z', undefined])
})

test('Z-02 in the repeated hour the first occurrence counts, with a note', () => {
  expect(typed('2026-10-25 02:30')).toEqual(['2026-10-25T00:30:00.000Z', 'comes-twice'])
})

test('Z-02 in the skipped hour the time after the jump counts, with a note', () => {
  expect(typed('2026-03-29 02:30')).toEqual(['2026-03-29T01:30:00.000Z', 'is-skipped'])
})
