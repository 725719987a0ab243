import { expect, test } from 'vitest'
import { monthShown, type WholeCalendar } from './month-shown.ts'

const CALENDAR: WholeCalendar = {
  start_date: '2026-09-01',
  end_date: '2026-12-31',
  current_date: '2026-11-15',
  calendar: {
    '2026-09-03': 'completed',
    '2026-10-25': 'postponed',
    '2026-10-26': 'completed',
    '2026-11-15': 'service_disruption',
    '2026-12-06': 'scheduled',
    '2026-12-07': 'scheduled',
  },
}

test('L-05 the calendar opens at the current month and contains only the days shown', () => {
  expect(shown({})).toEqual({
    month: '2026-11',
    usualMonth: '2026-11',
    today: '2026-11-15',
    previous: '2026-10',
    next: '2026-12',
    kinds: { '2026-10-26': 'completed', '2026-11-15': 'service_disruption', '2026-12-06': 'scheduled' },
  })
})

test('L-05 a requested day opens its month', () => {
  expect(shown({ day: '2026-09-03' })).toMatchObject({ month: '2026-09', usualMonth: '2026-09' })
})

test('L-05 a requested month takes precedence over that of the day', () => {
  expect(shown({ day: '2026-09-03', month: '2026-10' })).toMatchObject({
    month: '2026-10',
    usualMonth: '2026-09',
  })
})

test('L-05 there is no way before the first month or past the last', () => {
  expect(shown({ month: '2026-09' })).toMatchObject({ previous: undefined, next: '2026-10' })
  expect(shown({ month: '2026-12' })).toMatchObject({ previous: '2026-11', next: undefined })
})

test.each([
  ['before', '1999-01', { month: '2026-09', previous: undefined, next: '2026-10' }],
  ['past', '9999-12', { month: '2026-12', previous: '2026-11', next: undefined }],
])('L-05 a month %s the calendar becomes the month at that end', (_, month, end) => {
  expect(shown({ month })).toMatchObject({ ...end, usualMonth: '2026-11' })
  expect(shown({ day: `${month}-31` })).toMatchObject({ ...end, usualMonth: end.month })
})

function shown({ month, day }: { month?: string; day?: string }) {
  return monthShown(CALENDAR, { month, day })
}
