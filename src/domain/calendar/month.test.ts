import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromName, dayName } from '../time.ts'
import { firstDayOf, lastDayOf, monthAfter, monthOf, weekdayOf, weeksOf } from './month.ts'

test('November 2026 begins on a Sunday, so its first week is mostly October', () => {
  const weeks = weeksOf('2026-11').map((week) => week.map(dayName))
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ])
  expect(weeks.at(-1)?.[0]).toBe('2026-11-30')
})

test('a February of four whole weeks needs no other days', () => {
  expect(weeksOf('2027-02').flatMap((week) => week.map(dayName))).toHaveLength(28)
})

test('every month has whole weeks from Monday, with each of its days once', () => {
  fc.assert(
    fc.property(months(), (month) => {
      const weeks = weeksOf(month)
      expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? 0) === 0)).toBe(true)
      const own = weeks.flat().filter((day) => monthOf(day) === month)
      expect(own).toHaveLength(lastDayOf(month) - firstDayOf(month) + 1)
      expect(weeks[0]).toContain(firstDayOf(month))
      expect(weeks.at(-1)).toContain(lastDayOf(month))
    }),
  )
})

test('weekdays match the calendar', () => {
  for (const day of ['1969-12-28', '1970-01-01', '2000-02-29', '2026-11-15']) {
    expect(weekdayOf(dayFromName(day))).toBe((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
  }
})

test('months continue across years', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-11', -300)).toBe('2001-11')
})

test('the last month that an address can name has all its days', () => {
  expect(
    weeksOf('9999-12')
      .flat()
      .map(monthOf)
      .filter((month) => month === '9999-12'),
  ).toHaveLength(31)
})

function months() {
  return fc
    .tuple(fc.integer({ min: 1000, max: 9998 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)
}
