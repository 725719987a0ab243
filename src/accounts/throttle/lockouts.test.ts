import { expect, test } from 'vitest'
import { Lockouts } from './lockouts.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

test('a counter that was just used up is known, with the remaining time', () => {
  const lockouts = new Lockouts()
  lockouts.note('sign-in:address:a', { retryAfterS: 900, now: NOW })
  expect(lockouts.find('sign-in:address:a', later(4))).toBe(896)
  expect(lockouts.find('sign-in:address:b', NOW)).toBeUndefined()
})

test('it is forgotten after ten seconds, or when it ends', () => {
  const lockouts = new Lockouts()
  lockouts.note('long', { retryAfterS: 900, now: NOW })
  lockouts.note('short', { retryAfterS: 3, now: NOW })
  expect([lockouts.find('long', later(9)), lockouts.find('short', later(2))]).toEqual([891, 1])
  expect([lockouts.find('long', later(10)), lockouts.find('short', later(3))]).toEqual([undefined, undefined])
})

test('it is forgotten when the clock is set back', () => {
  const lockouts = new Lockouts()
  lockouts.note('long', { retryAfterS: 900, now: later(3600) })
  expect(lockouts.find('long', NOW)).toBeUndefined()
})

test('with too many, the oldest are forgotten', () => {
  const lockouts = new Lockouts({ most: 2 })
  for (const key of ['a', 'b', 'a', 'c']) lockouts.note(key, { retryAfterS: 60, now: NOW })
  expect(['a', 'b', 'c'].map((key) => lockouts.find(key, NOW))).toEqual([60, undefined, 60])
})
