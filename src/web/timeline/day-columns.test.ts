import { expect, test } from 'vitest'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { dayColumns, windowWords } from './day-columns.ts'

const now = new Date('2026-11-15T10:42:00Z')

test('S-02 the date header names seven days, and today', () => {
  const columns = dayColumns({ page: 0, window: timelineWindow({ now, page: 0 }) })
  expect(columns.map(({ weekday, date }) => `${weekday} ${date}`)).toEqual([
    'Mon 9',
    'Tue 10',
    'Wed 11',
    'Thu 12',
    'Fri 13',
    'Sat 14',
    'Sun 15',
  ])
  expect(columns.map(({ isToday }) => isToday)).toEqual([...Array(6).fill(false), true])
  expect(columns[0]).toEqual({ day: '2026-11-09', weekday: 'Mon', date: '9', month: 'Nov', isToday: false })
})

test('S-02 an older week has no today, and switches the month where it changes', () => {
  const columns = dayColumns({ page: 2, window: timelineWindow({ now, page: 2 }) })
  expect(columns.map(({ weekday, date, month }) => `${weekday} ${date} ${month}`)).toEqual([
    'Mon 26 Oct',
    'Tue 27 Oct',
    'Wed 28 Oct',
    'Thu 29 Oct',
    'Fri 30 Oct',
    'Sat 31 Oct',
    'Sun 1 Nov',
  ])
  expect(columns.some(({ isToday }) => isToday)).toBe(false)
})

test.each([
  ['2026-11-15', '9–15 Nov 2026'],
  ['2026-11-01', '26 Oct – 1 Nov 2026'],
  ['2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
])('the week up to %s reads %s', (day, words) => {
  expect(windowWords(timelineWindow({ now: new Date(day), page: 0 }))).toBe(words)
})
