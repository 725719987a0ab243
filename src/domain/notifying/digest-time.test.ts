import { expect, test } from 'vitest'
import { digestDueAt, digestTime } from './digest-time.ts'

test.each([
  ['UTC', '2026-11-15T07:59:59.999Z', '2026-11-15T08:00:00.000Z'],
  ['UTC', '2026-11-15T08:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  ['Europe/Zurich', '2026-11-15T06:59:00.000Z', '2026-11-15T07:00:00.000Z'],
  ['Europe/Zurich', '2026-11-15T07:00:00.001Z', '2026-11-16T07:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-15T02:29:00.123Z', '2026-11-15T02:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-15T02:00:00.000Z', '2026-11-15T16:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-15T17:00:00.000Z', '2026-11-15T18:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-15T18:59:00.000Z', '2026-11-15T19:00:00.000Z'],
])('U-10 in %s, news at %s is due at 08:00 local time: %s', (zone, moment, due) => {
  expect(digestTime(new Date(moment), zone).toISOString()).toBe(due)
})

test.each([
  ['the clocks go forward', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['the clocks go forward, during that night', '2026-03-29T00:30:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['the clocks go back', '2026-10-24T12:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['the clocks go back, during that night', '2026-10-24T23:30:00.000Z', '2026-10-25T07:00:00.000Z'],
])('it stays 08:00 when %s', (_, moment, due) => {
  expect(digestTime(new Date(moment), 'Europe/Zurich').toISOString()).toBe(due)
})

test('an unknown zone counts as UTC', () => {
  expect(digestTime(new Date('2026-11-15T09:00:00Z'), 'Mars/Olympus').toISOString()).toBe(
    '2026-11-16T08:00:00.000Z',
  )
})

test('it is always later, by at most a day plus a clock change', () => {
  for (const zone of ['Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    for (let hour = 0; hour < 24 * 366; hour += 11) {
      const moment = Date.UTC(2026, 0, 1, hour)
      const ahead = digestTime(new Date(moment), zone).getTime() - moment
      expect(ahead > 0 && ahead <= 25 * 3_600_000, `${zone} ${new Date(moment).toISOString()}`).toBe(true)
    }
  }
})

test('a digest is sent after recipients found around 08:00 are included', () => {
  const due = (moment: string) => digestDueAt(new Date(moment), 'UTC').toISOString()
  expect(due('2026-11-15T07:59:59.999Z')).toBe('2026-11-15T08:01:00.000Z')
  // Later news belongs to the next day, even if this digest hasn't been sent yet.
  expect(due('2026-11-15T08:00:30.000Z')).toBe('2026-11-16T08:01:00.000Z')
})
