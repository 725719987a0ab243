import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromName, dayName } from '../../domain/time.ts'
import { type RecordTimes, touchedDays, touchesDay } from './touched-days.ts'

const NOW = at('2026-11-15T10:30:00Z')

test('L-05 an incident belongs to every day from its start to its end', () => {
  expect(daysOf({ from_time: at('2026-11-09T10:05:00Z'), to_time: at('2026-11-10T08:20:00Z') })).toEqual([
    '2026-11-09',
    '2026-11-10',
  ])
})

test('L-05 a record that ends at midnight does not touch the next day', () => {
  expect(daysOf({ from_time: at('2026-11-09T22:00:00Z'), to_time: at('2026-11-10T00:00:00Z') })).toEqual([
    '2026-11-09',
  ])
  expect(daysOf({ from_time: at('2026-11-09T22:00:00Z'), to_time: at('2026-11-10T00:00:00.001Z') })).toEqual([
    '2026-11-09',
    '2026-11-10',
  ])
})

test('L-05 a record that begins and ends at the same midnight belongs to the day that begins', () => {
  const midnight = at('2026-11-10T00:00:00Z')
  expect(daysOf({ from_time: midnight, to_time: midnight })).toEqual(['2026-11-10'])
})

test('L-05 an open incident belongs to every day up to today', () => {
  expect(daysOf({ from_time: at('2026-11-12T23:59:59Z') })).toEqual([
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
  ])
})

test('L-05 an open incident belongs to today from the first moment of the day', () => {
  const midnight = at('2026-11-15T00:00:00Z')
  expect(daysOf({ from_time: at('2026-11-14T12:00:00Z') }, midnight)).toEqual(['2026-11-14', '2026-11-15'])
})

test('L-05 an incident ends when its event does, however late its record was closed', () => {
  const times = { from_time: at('2026-11-09T10:00:00Z'), to_time: at('2026-11-09T11:00:00Z') }
  expect(daysOf({ ...times, closed_on: at('2026-11-11T09:00:00Z') })).toEqual(['2026-11-09'])
})

test('L-05 an incident that is not closed continues, whatever end it expects', () => {
  const times = {
    from_time: at('2026-11-14T10:00:00Z'),
    to_time: at('2026-11-14T11:00:00Z'),
    closed_on: null,
  }
  expect(daysOf(times)).toEqual(['2026-11-14', '2026-11-15'])
})

test('L-05 an incident without an end time ends when it is closed', () => {
  const times = { from_time: at('2026-11-09T10:00:00Z'), closed_on: at('2026-11-10T09:00:00Z') }
  expect(daysOf(times)).toEqual(['2026-11-09', '2026-11-10'])
})

test('L-05 maintenance belongs to the days of its window, whenever it was closed', () => {
  const times = { from_time: at('2026-11-20T22:00:00Z'), to_time: at('2026-11-21T02:00:00Z') }
  const days = ['2026-11-20', '2026-11-21']
  expect(daysOf({ kind: 'maintenance', ...times })).toEqual(days)
  expect(daysOf({ kind: 'maintenance', ...times, closed_on: at('2026-11-14T09:00:00Z') })).toEqual(days)
})

test('L-05 maintenance that takes longer than planned belongs to every day up to today', () => {
  const times = {
    kind: 'maintenance' as const,
    from_time: at('2026-11-13T22:00:00Z'),
    to_time: at('2026-11-14T02:00:00Z'),
    closed_on: null,
  }
  const midnight = at('2026-11-15T00:00:00Z')
  for (const now of [NOW, midnight])
    expect(daysOf(times, now)).toEqual(['2026-11-13', '2026-11-14', '2026-11-15'])
  expect(daysOf({ ...times, to_time: midnight }, midnight).at(-1)).toBe('2026-11-15')
  expect(daysOf({ ...times, closed_on: NOW, event_type: 'completed' })).toEqual(['2026-11-13', '2026-11-14'])
  expect(daysOf({ ...times, event_type: 'postponed' })).toEqual(['2026-11-13', '2026-11-14'])
})

test('L-05 maintenance in progress belongs to the days since it began, not since it should have', () => {
  const times = {
    kind: 'maintenance' as const,
    from_time: at('2026-11-15T00:30:00Z'),
    to_time: at('2026-11-15T12:00:00Z'),
    closed_on: null,
  }
  expect(daysOf(times)).toEqual(['2026-11-15'])
  expect(daysOf({ ...times, actual_from_time: at('2026-11-14T23:30:00Z') })).toEqual([
    '2026-11-14',
    '2026-11-15',
  ])
})

test('L-05 maintenance without an end belongs to the day it begins', () => {
  expect(daysOf({ kind: 'maintenance', from_time: at('2026-11-01T22:00:00Z') })).toEqual(['2026-11-01'])
})

test('L-05 an advisory belongs to the day it was posted', () => {
  const times = { from_time: at('2026-10-01T09:00:00Z'), closed_on: at('2026-11-10T09:00:00Z') }
  expect(daysOf({ kind: 'advisory', ...times })).toEqual(['2026-11-02'])
})

test('a record without a start belongs to the day it was posted', () => {
  expect(daysOf({ closed_on: at('2026-11-02T09:00:00Z') })).toEqual(['2026-11-02'])
})

test('a record touches exactly the days from its first to its last, and at least one', () => {
  fc.assert(
    fc.property(moments(), moments(), moments(), (from, to, day) => {
      const span = touchedDays(
        { ...EVENT, from_time: new Date(from), to_time: new Date(to), closed_on: NOW },
        NOW,
      )
      expect(span.first).toBeLessThanOrEqual(span.last)
      expect(touchesDay(span, span.first)).toBe(true)
      const midnight = Math.floor(day / DAY_MS) * DAY_MS
      const isWithin = from < midnight + DAY_MS && Math.max(to, from + 1) > midnight
      expect(touchesDay(span, midnight / DAY_MS)).toBe(isWithin)
    }),
  )
})

const DAY_MS = 86_400_000

const EVENT: RecordTimes = {
  kind: 'incident',
  created_at: at('2026-11-01T08:00:00Z'),
  posted_on: at('2026-11-02T08:00:00Z'),
  from_time: null,
  to_time: null,
  closed_on: null,
  event_type: 'scheduled',
  actual_from_time: null,
}

function moments() {
  const inHours = fc.integer({ min: -72, max: 72 }).map((hours) => hours * 3_600_000)
  const inMs = fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS })
  return fc.oneof(inHours, inMs).map((offset) => dayFromName('2026-11-10') * DAY_MS + offset)
}

function daysOf(times: Partial<RecordTimes>, now = NOW) {
  // A record with an end is closed unless a test says otherwise.
  const closed_on = times.to_time ?? null
  const { first, last } = touchedDays({ ...EVENT, closed_on, ...times }, now)
  return Array.from({ length: last - first + 1 }, (_, index) => dayName(first + index))
}

function at(moment: string) {
  return new Date(moment)
}
