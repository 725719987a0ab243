import { expect, test } from 'vitest'
import { dayFromName, dayName } from '../../domain/time.ts'
import { calendarBounds } from './calendar-answer.ts'

const TODAY = dayFromName('2026-11-15')

test('L-05 without records the calendar is this month', () => {
  expect(boundsOf()).toEqual(['2026-11-01', '2026-11-30'])
})

test('L-05 the calendar begins with the month of the oldest record', () => {
  expect(boundsOf(['2024-02-29', '2024-02-29'], ['2026-11-02', '2026-11-03'])).toEqual([
    '2024-02-01',
    '2026-11-30',
  ])
})

test('L-05 the calendar ends with the month of the last planned record', () => {
  expect(boundsOf(['2027-01-31', '2027-02-01'])).toEqual(['2026-11-01', '2027-02-28'])
})

test('a mistyped year does not create a calendar of a million days', () => {
  expect(boundsOf(['0026-01-01', '9999-12-31'])).toEqual(['2001-11-01', '2031-11-30'])
})

function boundsOf(...spans: [string, string][]) {
  const events = spans.map(([first, last]) => ({
    days: { first: dayFromName(first), last: dayFromName(last) },
  }))
  const { first, last } = calendarBounds(events, TODAY)
  return [dayName(first), dayName(last)]
}
