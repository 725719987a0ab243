import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { checkSeriesRule, type SeriesRule } from './series-rule.ts'
import { seriesWindows } from './series-windows.ts'

const WEEKLY = {
  every: 'weeks',
  weeks: 1,
  weekdays: [7],
  time: '02:30',
  time_zone: 'Europe/Zurich',
  minutes: 60,
  from_day: '2026-01-01',
  until_day: null,
} as const satisfies SeriesRule

const SECOND_SATURDAY = {
  every: 'month',
  nth: 2,
  weekday: 6,
  time: '22:00',
  time_zone: 'Europe/Zurich',
  minutes: 240,
  from_day: '2026-01-01',
  until_day: null,
} as const satisfies SeriesRule

function begins(rule: Parameters<typeof seriesWindows>[0], after: string, count: number) {
  return seriesWindows(rule, { after: new Date(after), count }).map(({ from }) => from.toISOString())
}

describe('every few weeks', () => {
  test('Z-02 windows follow the clock of Zürich when it changes', () => {
    expect(begins({ ...WEEKLY, time: '22:00' }, '2026-03-20T00:00:00Z', 2)).toEqual([
      '2026-03-22T21:00:00.000Z',
      '2026-03-29T20:00:00.000Z',
    ])
  })

  test('a skipped time moves later by the length of the jump', () => {
    expect(begins(WEEKLY, '2026-03-28T00:00:00Z', 1)).toEqual(['2026-03-29T01:30:00.000Z'])
    const inNewYork = { ...WEEKLY, time_zone: 'America/New_York' }
    expect(begins(inNewYork, '2026-03-07T12:00:00Z', 1)).toEqual(['2026-03-08T07:30:00.000Z'])
    const inSydney = { ...WEEKLY, time_zone: 'Australia/Sydney' }
    expect(begins(inSydney, '2026-10-03T00:00:00Z', 1)).toEqual(['2026-10-03T16:30:00.000Z'])
  })

  test('for a repeated time, the first one counts', () => {
    expect(begins(WEEKLY, '2026-10-24T00:00:00Z', 1)).toEqual(['2026-10-25T00:30:00.000Z'])
    const inNewYork = { ...WEEKLY, time: '01:30', time_zone: 'America/New_York' }
    expect(begins(inNewYork, '2026-10-31T12:00:00Z', 1)).toEqual(['2026-11-01T05:30:00.000Z'])
    const inSydney = { ...WEEKLY, time_zone: 'Australia/Sydney' }
    expect(begins(inSydney, '2026-04-04T00:00:00Z', 1)).toEqual(['2026-04-04T15:30:00.000Z'])
  })

  test('weeks are counted from the week of the first day, and begin on Monday', () => {
    // January 1 is a Thursday: the Monday before belongs to its week, but is too early.
    const rule = { ...WEEKLY, weeks: 2, weekdays: [1, 4], time: '10:00', time_zone: 'UTC' }
    expect(begins(rule, '2025-12-01T00:00:00Z', 4)).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-12T10:00:00.000Z',
      '2026-01-15T10:00:00.000Z',
      '2026-01-26T10:00:00.000Z',
    ])
  })

  test('every 52 weeks works', () => {
    expect(begins({ ...WEEKLY, weeks: 52, time_zone: 'UTC' }, '2026-01-05T00:00:00Z', 2)).toEqual([
      '2027-01-03T02:30:00.000Z',
      '2028-01-02T02:30:00.000Z',
    ])
  })

  test('the last day may have a window, the next may not', () => {
    const rule = { ...WEEKLY, time_zone: 'UTC', until_day: '2026-01-11' }
    expect(begins(rule, '2026-01-01T00:00:00Z', 5)).toEqual([
      '2026-01-04T02:30:00.000Z',
      '2026-01-11T02:30:00.000Z',
    ])
    expect(begins(rule, '2026-01-11T02:30:00Z', 5)).toEqual([])
  })

  test('a window lasts its minutes, even if the clocks change', () => {
    const [window] = seriesWindows(
      { ...WEEKLY, time: '01:00', minutes: 180 },
      { after: new Date('2026-03-28T00:00:00Z'), count: 1 },
    )
    expect(window).toEqual({ from: new Date('2026-03-29T00:00:00Z'), to: new Date('2026-03-29T03:00:00Z') })
  })
})

describe('every month', () => {
  test('Z-02 the second Saturday', () => {
    expect(begins(SECOND_SATURDAY, '2026-02-20T00:00:00Z', 3)).toEqual([
      '2026-03-14T21:00:00.000Z',
      '2026-04-11T20:00:00.000Z',
      '2026-05-09T20:00:00.000Z',
    ])
  })

  test('the last Sunday', () => {
    const rule = { ...SECOND_SATURDAY, nth: -1 as const, weekday: 7, time_zone: 'UTC' }
    expect(begins(rule, '2026-01-26T00:00:00Z', 3)).toEqual([
      '2026-02-22T22:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-04-26T22:00:00.000Z',
    ])
  })

  test('a fifth weekday skips months without one', () => {
    const rule = { ...SECOND_SATURDAY, nth: 5 as const, time_zone: 'UTC' }
    expect(begins(rule, '2026-01-01T00:00:00Z', 3)).toEqual([
      '2026-01-31T22:00:00.000Z',
      '2026-05-30T22:00:00.000Z',
      '2026-08-29T22:00:00.000Z',
    ])
  })

  test('in a zone that is a day ahead, the Saturday is the local one', () => {
    const rule = { ...SECOND_SATURDAY, time: '01:00', time_zone: 'Australia/Sydney' }
    expect(begins(rule, '2026-06-01T00:00:00Z', 1)).toEqual(['2026-06-12T15:00:00.000Z'])
  })
})

test('errors in a rule are reported by field', () => {
  expect(checkSeriesRule(WEEKLY)).toEqual({})
  expect(checkSeriesRule({ ...WEEKLY, time_zone: 'Europe/Zürich', from_day: '2026-02-30' })).toEqual({
    'rule.time_zone': expect.stringContaining('Europe/Zurich'),
    'rule.from_day': 'Not a valid day.',
  })
  expect(checkSeriesRule({ ...WEEKLY, until_day: '2025-12-31' })).toEqual({
    'rule.until_day': 'It ends before it starts.',
  })
})

describe('for any rule', () => {
  const zone = fc.constantFrom('Europe/Zurich', 'America/New_York', 'Australia/Sydney', 'UTC', 'Asia/Kolkata')
  const clock = fc.record({
    time: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    time_zone: zone,
    minutes: fc.integer({ min: 5, max: 600 }),
    from_day: fc.integer({ min: 20_000, max: 21_500 }).map(dayWritten),
    until_day: fc.constant(null),
  })
  const weekday = fc.integer({ min: 1, max: 7 })
  const rule: fc.Arbitrary<SeriesRule> = fc.oneof(
    fc
      .tuple(clock, fc.integer({ min: 1, max: 8 }), fc.uniqueArray(weekday, { minLength: 1 }))
      .map(([of, weeks, weekdays]) => ({ every: 'weeks' as const, weeks, weekdays, ...of })),
    fc
      .tuple(clock, fc.constantFrom(1, 2, 3, 4, 5, -1), weekday)
      .map(([of, nth, day]) => ({ every: 'month' as const, nth, weekday: day, ...of })),
  )
  const moment = fc.integer({ min: 20_100, max: 21_000 }).map((day) => new Date(day * DAY_MS + 12_345_678))

  test('windows are in order, after the start, on their weekdays, and at their time unless the clocks change', () => {
    fc.assert(
      fc.property(rule, moment, (of, after) => {
        const windows = seriesWindows(of, { after, count: 12 })
        expect(windows).toHaveLength(12)
        let before = after
        for (const { from, to } of windows) {
          expect(from.getTime()).toBeGreaterThan(before.getTime())
          expect(to.getTime() - from.getTime()).toBe(of.minutes * MINUTE_MS)
          before = from
          const shown = shownIn(of.time_zone, from)
          expect(of.every === 'weeks' ? of.weekdays : [of.weekday]).toContain(shown.weekday)
          const isLeftOut = shown.time !== of.time
          if (isLeftOut) expect(doesClockChange(of.time_zone, from)).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('starting in the middle finds the same remaining windows', () => {
    fc.assert(
      fc.property(rule, moment, (of, after) => {
        const all = seriesWindows(of, { after, count: 8 })
        const middle = all[3]
        if (middle === undefined) throw new Error('no fourth window')
        expect(seriesWindows(of, { after: middle.from, count: 4 })).toEqual(all.slice(4))
      }),
      { numRuns: 60 },
    )
  })

  function dayWritten(day: number) {
    return new Date(day * DAY_MS).toISOString().slice(0, 10)
  }

  const formats = new Map<string, Intl.DateTimeFormat>()

  function shownIn(timeZone: string, at: Date) {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
    formats.set(timeZone, format)
    const [day = '', time = ''] = format.format(at).split(/,? /)
    return { weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(day) + 1, time }
  }

  function doesClockChange(timeZone: string, at: Date) {
    const before = shownIn(timeZone, new Date(at.getTime() - DAY_MS)).time
    return before !== shownIn(timeZone, at).time
  }
})
