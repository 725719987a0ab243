import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  availability,
  byDay,
  byMonth,
  gravestIn,
  intervalsOf,
  lifeWindow,
  percentWords,
  type StateSpan,
  sumOfTimes,
  type TimeByState,
  timeByState,
} from './availability.ts'
import { CENTER_STATES } from './map/center-state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from './time.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const WINDOW = { from: NOW - 30 * DAY_MS, to: NOW }
const ALWAYS = { from: 0, to: NOW }

const moments = fc.integer({ min: -40 * DAY_MS, max: 5 * DAY_MS }).map((offset) => NOW + offset)
const spans: fc.Arbitrary<StateSpan[]> = fc.array(
  fc.record({
    state: fc.constantFrom(...CENTER_STATES),
    from: moments,
    to: fc.option(moments, { nil: null }),
  }),
  { maxLength: 12 },
)

test('the times in all states add up to the length of the window', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const sum = Object.values(timeByState(all, WINDOW)).reduce((a, b) => a + b)
      expect(sum).toBe(WINDOW.to - WINDOW.from)
    }),
  )
})

test('the order of incidents does not matter', () => {
  fc.assert(
    fc.property(spans, (all) => {
      expect(timeByState(all.toReversed(), WINDOW)).toEqual(timeByState(all, WINDOW))
    }),
  )
})

test('splitting an incident into two adjoining ones changes nothing', () => {
  fc.assert(
    fc.property(spans, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const halves = all.flatMap((span) => {
        const end = span.to ?? NOW + DAY_MS
        if (end <= span.from) return [span]
        const middle = span.from + Math.floor((end - span.from) * part)
        return [
          { ...span, to: middle },
          { ...span, from: middle },
        ]
      })
      expect(timeByState(halves, WINDOW)).toEqual(timeByState(all, WINDOW))
    }),
  )
})

test('an incident reported twice counts once', () => {
  fc.assert(
    fc.property(spans, (all) => {
      expect(timeByState([...all, ...all], WINDOW)).toEqual(timeByState(all, WINDOW))
    }),
  )
})

test('intervals fill the window without a gap, and neighbors differ', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const intervals = intervalsOf(all, WINDOW)
      expect(intervals.at(0)?.from).toBe(WINDOW.from)
      expect(intervals.at(-1)?.to).toBe(WINDOW.to)
      for (const [index, next] of intervals.slice(1).entries()) {
        expect(next.from).toBe(intervals[index]?.to)
        expect(next.state).not.toBe(intervals[index]?.state)
      }
    }),
  )
})

test('availability is a share, and a more severe state never raises it', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const share = availability(timeByState(all, WINDOW))
      const graver = all.map((span) =>
        span.state === 'service_degradation' ? { ...span, state: 'service_disruption' as const } : span,
      )
      const worse = availability(timeByState(graver, WINDOW))
      expect(share ?? 1).toBeGreaterThanOrEqual(0)
      expect(share ?? 1).toBeLessThanOrEqual(1)
      expect(worse ?? 0).toBeLessThanOrEqual(share ?? 0)
    }),
  )
})

const ofState = (state: StateSpan['state'], hours: number): StateSpan => ({
  state,
  from: NOW - DAY_MS,
  to: NOW - DAY_MS + hours * HOUR_MS,
})
const OF_TEN_DAYS = { from: NOW - 10 * DAY_MS, to: NOW }

test.each([
  ['nothing', [], 1],
  ['a disruption of 24 minutes', [ofState('service_disruption', 0.4)], 1 - 0.4 / 240],
  ['a degradation counts 30%', [ofState('service_degradation', 10)], 1 - 3 / 240],
  ['under investigation is not confirmed', [ofState('under_investigation', 10)], 1],
  ['maintenance is left out', [ofState('under_maintenance', 24)], 1],
  [
    'a disruption during maintenance counts',
    [ofState('under_maintenance', 24), ofState('service_disruption', 2.16)],
    1 - 2.16 / (240 - 21.84),
  ],
])('%s', (_, all, share) => {
  expect(availability(timeByState(all, OF_TEN_DAYS))).toBeCloseTo(share, 12)
})

test('no figure where there was only maintenance', () => {
  const times = timeByState([{ state: 'under_maintenance', from: 0, to: null }], WINDOW)
  expect(availability(times)).toBeNull()
  expect(gravestIn(times)).toBe('under_maintenance')
})

test.each([
  [1, '100%'],
  [0.999999999, '99.999%'],
  [0.9999, '99.99%'],
  [0.99987, '99.987%'],
  [0.5, '50.00%'],
  [0, '0.00%'],
])('%d in words is %s, never rounded up', (share, words) => {
  expect(percentWords(share)).toBe(words)
})

test('days before a service existed are gaps', () => {
  const life = lifeWindow({ startsOn: '2026-11-14', endsOn: null, isActive: true }, NOW)
  const days = byDay([ofState('service_disruption', 1)], { life, now: NOW, days: 3 })
  expect(days.map(({ times }) => times && gravestIn(times))).toEqual([
    null,
    'service_disruption',
    'operational',
  ])
  expect(days.at(-1)?.name).toBe(utcDay(NOW))
  expect(days.at(-1)?.times?.operational).toBe(12 * HOUR_MS)
})

test('a decommissioned service has no days after its last', () => {
  const gone = lifeWindow({ startsOn: '2020-01-01', endsOn: '2026-11-14', isActive: false }, NOW)
  expect(byDay([], { life: gone, now: NOW, days: 3 }).map(({ times }) => times !== null)).toEqual([
    true,
    false,
    false,
  ])
  const neverDated = lifeWindow({ startsOn: '2020-01-01', endsOn: null, isActive: false }, NOW)
  expect(byDay([], { life: neverDated, now: NOW, days: 3 }).every(({ times }) => times === null)).toBe(true)
})

test('months are calendar months in UTC', () => {
  const midnight = Date.parse('2026-11-01T00:00:00Z')
  const span: StateSpan = {
    state: 'service_disruption',
    from: midnight - MINUTE_MS,
    to: midnight + 2 * MINUTE_MS,
  }
  const months = byMonth([span], { life: ALWAYS, now: NOW, months: 2 })
  expect(months.map(({ name, times }) => [name, times?.service_disruption])).toEqual([
    ['2026-10', MINUTE_MS],
    ['2026-11', 2 * MINUTE_MS],
  ])
})

test('a region is the sum of its data centers', () => {
  const [a, b] = [[ofState('service_disruption', 1)], []].map((all) => timeByState(all, OF_TEN_DAYS))
  expect(availability(sumOfTimes([a, b].filter((times) => times !== undefined)))).toBeCloseTo(1 - 1 / 480, 12)
})

test('each day and month has the times of its own window', () => {
  fc.assert(
    fc.property(spans, moments, (all, since) => {
      const life = { from: since, to: Math.max(since, NOW) }
      for (const { name, times } of byDay(all, { life, now: NOW, days: 35 })) {
        const day = { from: name * DAY_MS, to: (name + 1) * DAY_MS }
        const lived = { from: Math.max(day.from, life.from), to: Math.min(day.to, life.to) }
        expect(times).toEqual(lived.from < lived.to ? timeByState(all, lived) : null)
      }
      const sum = (periods: readonly { times: TimeByState | null }[]) =>
        sumOfTimes(periods.flatMap(({ times }) => times ?? []))
      expect(sum(byMonth(all, { life, now: NOW, months: 3 }))).toEqual(timeByState(all, life))
    }),
  )
})
