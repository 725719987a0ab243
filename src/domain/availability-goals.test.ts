import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthWindow, type TimeByState, timeByState } from './availability.ts'
import { AVAILABILITY_GOALS, checkGoal } from './availability-goals.ts'
import { monthAfter } from './calendar/month.ts'
import { type GoalFrom, goalIn, goalsError, tidyGoals } from './dated-goals.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

const OCTOBER = monthWindow('2026-10')
const AFTER = OCTOBER.to

const goals: fc.Arbitrary<GoalFrom[]> = fc
  .array(
    fc.record({
      from: fc.integer({ min: -6, max: 6 }).map((months) => monthAfter('2026-11', months)),
      percent: fc.option(fc.constantFrom(99, 99.9, 99.99), { nil: null }),
    }),
    { maxLength: 6 },
  )
  .map(tidyGoals)

describe('a goal', () => {
  test('counts from its month until the next one', () => {
    const all = [
      { from: '2026-03', percent: 99.9 },
      { from: '2026-07', percent: 99.99 },
      { from: '2026-10', percent: null },
    ]
    const months = ['2026-02', '2026-03', '2026-06', '2026-07', '2026-09', '2026-10', '2027-01']
    expect(months.map((month) => goalIn(all, month))).toEqual([null, 99.9, 99.9, 99.99, 99.99, null, null])
  })

  test('of a month that is over never changes', () => {
    fc.assert(
      fc.property(goals, goals, (before, typed) => {
        const after = tidyGoals(typed)
        if (goalsError(after, { before, thisMonth: '2026-11', rule: AVAILABILITY_GOALS }) !== undefined)
          return
        for (let month = '2026-04'; month < '2026-11'; month = monthAfter(month, 1))
          expect(goalIn(after, month)).toBe(goalIn(before, month))
      }),
    )
  })

  test.each([
    [99.99, undefined],
    [90, undefined],
    [100, undefined],
    [99.999, undefined],
    [89.9, 'A goal is from 90 to 100%, with up to 3 decimals.'],
    [100.1, 'A goal is from 90 to 100%, with up to 3 decimals.'],
    [99.9995, 'A goal is from 90 to 100%, with up to 3 decimals.'],
    [0, 'A goal is from 90 to 100%, with up to 3 decimals.'],
  ])('of %d%% is %s', (percent, error) => {
    expect(
      goalsError([{ from: '2026-11', percent }], {
        before: [],
        thisMonth: '2026-11',
        rule: AVAILABILITY_GOALS,
      }),
    ).toBe(error)
  })

  test.each([
    ['raised', [{ from: '2026-11', percent: 99.99 }], undefined],
    ['lowered from next month', [{ from: '2026-12', percent: 99 }], undefined],
    ['lowered', [{ from: '2026-11', percent: 99 }], 'The goal of this month can only be raised.'],
    ['removed', [{ from: '2026-11', percent: null }], 'The goal of this month can only be raised.'],
  ])('of this month, once readers saw it, is %s', (_, changed, error) => {
    const before = [{ from: '2026-03', percent: 99.9 }]
    const same = before.map(({ from, percent }) => ({ percent, from }))
    const refused = goalsError([...same, ...changed], {
      before,
      thisMonth: '2026-11',
      rule: AVAILABILITY_GOALS,
    })
    expect(refused?.slice(0, error?.length)).toBe(error)
  })

  test('is kept in order of time, and only where something changes', () => {
    expect(
      tidyGoals([
        { from: '2026-05', percent: 99.9 },
        { from: '2026-01', percent: null },
        { from: '2026-07', percent: 99.9 },
        { from: '2026-05', percent: 99 },
        { from: '2026-08', percent: null },
      ]),
    ).toEqual([
      { from: '2026-05', percent: 99 },
      { from: '2026-07', percent: 99.9 },
      { from: '2026-08', percent: null },
    ])
  })
})

describe('a month', () => {
  const lost = (minutes: number, until = AFTER): TimeByState =>
    timeByState(
      [{ state: 'service_disruption', from: OCTOBER.from, to: OCTOBER.from + minutes * MINUTE_MS }],
      { from: OCTOBER.from, to: until },
    )
  const check = (times: TimeByState, now = AFTER) => checkGoal(99.9, { times, month: OCTOBER, now })

  test('meets its goal up to the last allowed minute', () => {
    // 0.1% of 31 days.
    expect(check(lost(44.64))).toMatchObject({ result: 'met' })
    expect(check(lost(44.65))).toMatchObject({ result: 'missed' })
    expect(check(lost(0))).toMatchObject({ result: 'met', lostMs: 0 })
    expect(check(lost(60))?.allowedMs).toBeCloseTo(44.64 * MINUTE_MS)
  })

  test('that is not over is open until all of its time is lost', () => {
    const now = OCTOBER.from + DAY_MS
    expect(check(lost(10, now), now)).toMatchObject({ result: 'open' })
    expect(check(lost(50, now), now)).toMatchObject({ result: 'missed' })
  })

  test('with only maintenance has nothing to measure', () => {
    const times = timeByState([{ state: 'under_maintenance', from: 0, to: null }], OCTOBER)
    expect(check(times)).toBeNull()
  })

  test('of 100% allows nothing', () => {
    const of = (times: TimeByState) => checkGoal(100, { times, month: OCTOBER, now: AFTER })?.result
    expect([of(lost(0)), of(lost(0.01))]).toEqual(['met', 'missed'])
  })
})
