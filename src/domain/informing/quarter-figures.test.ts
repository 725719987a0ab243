import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goalsBegun, goalsError, nextGoalStart } from '../dated-goals.ts'
import { MINUTE_MS } from '../time.ts'
import type { IncidentFacts } from './incident-facts.ts'
import {
  FEWEST_FOR_MEDIAN,
  MINUTE_GOALS,
  NO_INFORMING_GOALS,
  PROMISE_GOALS,
  quarterBefore,
  quarterFigures,
  quarterOf,
  quarterOfIncident,
  quarterWords,
} from './quarter-figures.ts'

const AUGUST = Date.UTC(2026, 7, 10)
const OCTOBER = Date.UTC(2026, 9, 1)
const NOW = Date.UTC(2026, 10, 1)

function incident(minutes: number, of: Partial<IncidentFacts> = {}): IncidentFacts {
  return {
    began: AUGUST,
    published: (of.began ?? AUGUST) + minutes * MINUTE_MS,
    isHistory: false,
    messages: { state: 'unknown' },
    promises: [],
    resolved: null,
    postMortem: null,
    ...of,
  }
}

const figures = (incidents: readonly IncidentFacts[], goals = {}) =>
  quarterFigures(incidents, { quarter: '2026-Q3', goals: { ...NO_INFORMING_GOALS, ...goals }, now: NOW })

describe('the figures of a quarter', () => {
  test('have a median and a 90th percentile only of enough incidents; fewer are listed', () => {
    expect(figures([12, 3, 7, 5].map((minutes) => incident(minutes))).published).toEqual({
      count: 4,
      median: null,
      p90: null,
      values: [3, 5, 7, 12],
      goal: null,
    })
    expect(figures([12, 3, 7, 5, 40].map((minutes) => incident(minutes))).published).toMatchObject({
      median: 7,
      p90: 40,
      values: [],
    })
    const ten = Array.from({ length: 10 }, (_, minute) => incident(minute + 1))
    expect(figures(ten).published).toMatchObject({ median: 5.5, p90: 9 })
  })

  test('lie between the shortest and the longest time', () => {
    const times = fc.array(fc.nat({ max: 5000 }), { minLength: FEWEST_FOR_MEDIAN, maxLength: 40 })
    fc.assert(
      fc.property(times, (minutes) => {
        const { median, p90 } = figures(minutes.map((minute) => incident(minute))).published
        expect(median).toBeGreaterThanOrEqual(Math.min(...minutes))
        expect(p90).toBeGreaterThanOrEqual(median ?? Number.NaN)
        expect(p90).toBeLessThanOrEqual(Math.max(...minutes))
      }),
    )
  })

  test('leave out what is history or unknown, and say how many', () => {
    const all = [
      incident(3),
      incident(9000, { isHistory: true }),
      incident(0, { published: null, promises: null }),
    ]
    expect(figures(all)).toMatchObject({
      incidents: 3,
      history: 1,
      unknown: 1,
      published: { count: 1, values: [3] },
    })
  })

  test('count what was published before its start by its publication, and without a time', () => {
    const moved = incident(0, { began: Date.UTC(2027, 1, 1), published: AUGUST })
    expect(quarterOfIncident(moved)).toBe('2026-Q3')
    expect(figures([incident(3), moved])).toMatchObject({ early: 1, published: { count: 1, values: [3] } })
  })

  test('miss the goal of the first message if all failed', () => {
    const message_goals = [{ from: '2026-01', minutes: 5 }]
    const sent = { state: 'sent', mostAt: null, isFinal: true, messages: null } as const
    const all = [
      incident(0, { messages: { ...sent, firstAt: AUGUST + MINUTE_MS } }),
      incident(0, { messages: { state: 'failed' } }),
    ]
    expect(figures(all, { message_goals })).toMatchObject({
      failed: 1,
      message: { count: 1, values: [1], goal: { judged: 2, met: 1 } },
    })
  })

  test('measure each incident against the goal of its month', () => {
    const publish_goals = [
      { from: '2026-08', minutes: 10 },
      { from: '2026-09', minutes: 5 },
    ]
    const all = [
      incident(60, { began: Date.UTC(2026, 6, 31) }),
      incident(8),
      incident(10),
      incident(10.01),
      incident(8, { began: Date.UTC(2026, 8, 1) }),
    ]
    expect(figures(all, { publish_goals }).published.goal).toEqual({ judged: 4, met: 2 })
  })

  test('count promises, open ones aside, and judge their share', () => {
    const kept = { madeAt: AUGUST, promisedFor: AUGUST + 2, answeredAt: AUGUST + 1 }
    const broken = { madeAt: AUGUST, promisedFor: AUGUST + 2, answeredAt: null }
    const open = { madeAt: AUGUST, promisedFor: NOW + 1, answeredAt: null }
    const promise_goals = [{ from: '2026-01', percent: 80 }]
    const of = (...promises: (typeof kept | typeof broken)[]) =>
      figures([incident(1, { promises })], { promise_goals }).promises
    expect(of(kept, kept, broken, open)).toEqual({
      kept: 2,
      broken: 1,
      percent: null,
      goal: { percent: 80, isMet: false },
    })
    expect(of(kept, kept, kept, kept, broken)).toMatchObject({ percent: 80, goal: { isMet: true } })
    expect(of(open)).toEqual({ kept: 0, broken: 0, percent: null, goal: null })
    // 29 / 50 * 100 is less than 58 in floating point.
    const many = [...Array(29).fill(kept), ...Array(21).fill(broken)]
    expect(
      figures([incident(1, { promises: many })], { promise_goals: [{ from: '2026-01', percent: 58 }] })
        .promises,
    ).toMatchObject({
      percent: 58,
      goal: { isMet: true },
    })
  })
})

test('a quarter is one of UTC', () => {
  expect(quarterOf(OCTOBER)).toBe('2026-Q4')
  expect(quarterOf(OCTOBER - 1)).toBe('2026-Q3')
  expect(quarterBefore('2026-Q1')).toBe('2025-Q4')
  expect(quarterWords('2026-Q4')).toBe('Oct to Dec 2026')
})

test('a goal is public from the first moment of its month, in UTC', () => {
  const goals = [{ from: '2026-12' }, { from: '2027-02' }, { from: '2026-11' }]
  const december = new Date('2026-12-01T00:00:00Z')
  const before = new Date(december.getTime() - 1)
  expect(nextGoalStart(goals, before)).toEqual(december)
  expect(goalsBegun(goals, before)).toEqual([{ from: '2026-11' }])
  expect(goalsBegun(goals, december)).toEqual([{ from: '2026-12' }, { from: '2026-11' }])
  expect(nextGoalStart(goals, december)).toEqual(new Date('2027-02-01T00:00:00Z'))
  expect(nextGoalStart(goals, new Date('2027-02-01T00:00:00Z'))).toBeUndefined()
})

describe('a goal of this month', () => {
  const thisMonth = '2026-11'

  test('in minutes can only be lowered', () => {
    const before = [{ from: '2026-05', minutes: 15 }]
    const to = (minutes: number | null) =>
      goalsError([...before, { from: thisMonth, minutes }], { before, thisMonth, rule: MINUTE_GOALS })
    expect(to(10)).toBeUndefined()
    expect(to(20)).toMatch(/can only be lowered/)
    expect(to(null)).toMatch(/can only be lowered/)
    expect(to(0)).toMatch(/from 1 to 1440/)
    expect(to(7.5)).toMatch(/from 1 to 1440/)
  })

  test('for promises can only be raised, and one of the past never changes', () => {
    const before = [{ from: '2026-05', percent: 90 }]
    const rule = PROMISE_GOALS
    const from = (month: string, percent: number) =>
      goalsError([...before, { from: month, percent }], { before, thisMonth, rule })
    expect(from(thisMonth, 95)).toBeUndefined()
    expect(from(thisMonth, 80)).toMatch(/can only be raised/)
    expect(from('2026-12', 80)).toBeUndefined()
    expect(goalsError([{ from: '2026-05', percent: 95 }], { before, thisMonth, rule })).toMatch(
      /keep their goal/,
    )
  })
})
