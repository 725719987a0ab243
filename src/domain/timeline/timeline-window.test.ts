import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInWindow, timelineWindow } from './timeline-window.ts'

const MINUTE_MS = 60_000
const now = new Date('2026-11-15T10:30:00Z')

test('S-02 the first page is the seven days up to today', () => {
  expect(timelineWindow({ now, page: 0 })).toEqual({
    start: new Date('2026-11-09T00:00:00Z'),
    end: new Date('2026-11-16T00:00:00Z'),
  })
})

test('S-02 the last second of a day and the first of the next are in different windows', () => {
  const lateToday = timelineWindow({ now: new Date('2026-11-15T23:59:59.999Z'), page: 0 })
  const tomorrow = timelineWindow({ now: new Date('2026-11-16T00:00:00.000Z'), page: 0 })
  expect(lateToday).toEqual(timelineWindow({ now, page: 0 }))
  expect(tomorrow.start).toEqual(new Date('2026-11-10T00:00:00Z'))
})

test('S-05 the oldest page is twelve weeks back', () => {
  expect(timelineWindow({ now, page: 12 })).toEqual({
    start: new Date('2026-08-17T00:00:00Z'),
    end: new Date('2026-08-24T00:00:00Z'),
  })
})

test('S-02 pages are contiguous, have 10080 minutes, and now is on page 0 only', () => {
  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 12 }), (moment, page) => {
      const { start, end } = timelineWindow({ now: moment, page })
      expect(end.getTime() - start.getTime()).toBe(10_080 * MINUTE_MS)
      expect(timelineWindow({ now: moment, page: page + 1 }).end).toEqual(start)
      expect(start <= moment && moment < end).toBe(page === 0)
    }),
  )
})

const window = { start: new Date('2026-11-09T00:00:00Z'), end: new Date('2026-11-16T00:00:00Z') }

test.each<[string, string, string | null, boolean]>([
  ['inside', '2026-11-10T00:00Z', '2026-11-11T00:00Z', true],
  ['longer than the window', '2026-11-01T00:00Z', '2026-12-01T00:00Z', true],
  ['open since long ago', '2026-01-01T00:00Z', null, true],
  ['over before the window', '2026-11-01T00:00Z', '2026-11-08T23:59Z', false],
  ['over at the start of the window', '2026-11-08T00:00Z', '2026-11-09T00:00Z', false],
  ['begun and over at the start of the window', '2026-11-09T00:00Z', '2026-11-09T00:00Z', true],
  ['begun at the end of the window', '2026-11-16T00:00Z', null, false],
  ['ended before it began, inside', '2026-11-10T00:00Z', '2026-11-01T00:00Z', true],
  ['ended before it began, earlier', '2026-11-08T00:00Z', '2026-11-01T00:00Z', false],
])('S-03 something that was %s', (_, from, to, isIn) => {
  const lasting = { from: Date.parse(from), to: to === null ? null : Date.parse(to) }
  expect(isInWindow(lasting, window)).toBe(isIn)
})
