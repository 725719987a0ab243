import { expect, test } from 'vitest'
import { type Allowance, type RateLimit, takeOne } from './rate-limit.ts'

const LIMIT: RateLimit = { perMinute: 60, atOnce: 3 }
const START = new Date('2026-11-15T03:00:00Z')
const after = (ms: number) => new Date(START.getTime() + ms)

function take(times: number, now: Date, from?: Allowance) {
  let allowance = from
  let verdict = takeOne(LIMIT, { allowance, now })
  for (let taken = 1; taken < times; taken++) {
    allowance = verdict.allowance
    verdict = takeOne(LIMIT, { allowance, now })
  }
  return verdict
}

test('Z-08 so many at once are let through, and the next one is told when to come', () => {
  expect(take(3, START)).toMatchObject({ isAllowed: true, remaining: 0, resetS: 3 })
  expect(take(4, START)).toMatchObject({ isAllowed: false, remaining: 0, retryAfterS: 1 })
})

test('Z-08 whoever was refused lost nothing by asking', () => {
  const refused = take(9, START)
  expect(takeOne(LIMIT, { allowance: refused.allowance, now: after(1000) }).isAllowed).toBe(true)
})

test('Z-08 the allowance fills up evenly, and not beyond its limit', () => {
  const used = take(3, START).allowance
  expect(takeOne(LIMIT, { allowance: used, now: after(500) }).isAllowed).toBe(false)
  expect(takeOne(LIMIT, { allowance: used, now: after(1000) }).isAllowed).toBe(true)
  expect(takeOne(LIMIT, { allowance: used, now: after(3_600_000) }).remaining).toBe(2)
})

test('Z-08 a clock that was put back takes nothing away', () => {
  const used = take(1, START).allowance
  expect(takeOne(LIMIT, { allowance: used, now: after(-60_000) })).toMatchObject({
    isAllowed: true,
    remaining: 1,
  })
})
