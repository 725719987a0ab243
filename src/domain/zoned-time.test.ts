import { describe, expect, test } from 'vitest'
import { dayOnCalendar, momentOfWallClock, momentOnClock, wallClock } from './zoned-time.ts'

const shownAt = (written: string) => Date.parse(`${written}Z`)

describe('a time on the clocks of a zone', () => {
  test.each([
    ['UTC', '2026-03-29T02:30', '2026-03-29T02:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01T00:00', '2026-01-01T11:00:00.000Z'],
  ])('in %s, %s comes once: %s', (zone, shown, at) => {
    expect(momentOfWallClock(shownAt(shown), zone)).toEqual({ kind: 'once', at: new Date(at) })
  })

  test.each([
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:15', '2026-11-01T05:15:00.000Z', '2026-11-01T06:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('in %s, %s comes twice: %s and %s', (zone, shown, at, second) => {
    const moments = { at: new Date(at), second: new Date(second) }
    expect(momentOfWallClock(shownAt(shown), zone)).toEqual({ kind: 'twice', ...moments })
    for (const moment of [at, second]) expect(wallClock(Date.parse(moment), zone)).toBe(shownAt(shown))
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08T02:15', '2026-03-08T07:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    // Samoa skipped a whole day.
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
  ])('in %s, the clocks skip %s: %s', (zone, shown, at) => {
    expect(momentOfWallClock(shownAt(shown), zone)).toEqual({ kind: 'never', at: new Date(at) })
  })
})

test('converting day and time to a moment and back gives the same day', () => {
  const day = Date.UTC(2026, 2, 29) / 86_400_000
  for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    for (const minutes of [0, 150, 23 * 60 + 59]) {
      expect(dayOnCalendar(momentOnClock({ day, minutes }, zone), zone)).toBe(day)
    }
  }
})

test('fractions of a second are preserved', () => {
  expect(wallClock(Date.parse('2026-07-01T12:00:00.123Z'), 'Europe/Berlin')).toBe(
    Date.parse('2026-07-01T14:00:00.123Z'),
  )
})
