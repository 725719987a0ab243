import { expect, test } from 'vitest'
import type { TokenRate } from '../../db/token-allowances.ts'
import { rateVerdict } from './token-rates.ts'

const LIMIT: TokenRate = { perMinute: 60, atOnce: 3 }

test('Z-08 within the limit, the answer says how much is left and when it is full again', () => {
  expect(rateVerdict(LIMIT, { left: 1.5, isAllowed: true })).toMatchObject({ remaining: 1, resetS: 2 })
  expect(rateVerdict(LIMIT, { left: 3, isAllowed: true })).toMatchObject({ remaining: 3, resetS: 0 })
})

test('Z-08 over the limit, the answer says when to retry', () => {
  expect(rateVerdict(LIMIT, { left: 0.4, isAllowed: false })).toEqual({
    isAllowed: false,
    remaining: 0,
    resetS: 3,
    retryAfterS: 1,
  })
  expect(rateVerdict({ perMinute: 6, atOnce: 3 }, { left: 0, isAllowed: false }).retryAfterS).toBe(10)
})
