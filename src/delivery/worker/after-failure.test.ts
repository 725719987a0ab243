import { expect, test } from 'vitest'
import { DAY_MS } from '../../domain/time.ts'
import { afterFailure, type Failed } from './after-failure.ts'

const now = new Date('2026-11-15T10:00:00Z')

function failed(of: Partial<Failed>) {
  const base = {
    kind: 'email',
    failure: 'later',
    attempts: 1,
    unanswered: 0,
    createdAt: now,
    now,
    chance: 0.5,
  } as const
  const outcome = afterFailure({ ...base, retryAfterS: undefined, ...of })
  return outcome.kind === 'give-up' ? 'give-up' : (outcome.at.getTime() - now.getTime()) / 1000
}

const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

test('U-10 retries mail after a minute, then ever later, at most an hour', () => {
  expect([1, 2, 3, 4, 20].map((attempts) => failed({ attempts }))).toEqual([60, 120, 240, 480, 3600])
})

test('U-10 retries a webhook after seconds', () => {
  expect([1, 2, 3].map((attempts) => failed({ kind: 'webhook', attempts }))).toEqual([10, 20, 40])
})

test('U-10 spreads the retries of messages that failed together', () => {
  expect([0, 1].map((chance) => failed({ chance }))).toEqual([30, 90])
  expect([0, 1].map((chance) => failed({ kind: 'slack', retryAfterS: 100, chance }))).toEqual([100, 110])
})

test('U-10 respects Retry-After, within limits', () => {
  expect(failed({ kind: 'slack', retryAfterS: 300, chance: 0 })).toBe(300)
  expect(failed({ kind: 'slack', retryAfterS: 1, chance: 0 })).toBe(5)
  expect(failed({ kind: 'slack', retryAfterS: 1e9, chance: 0 })).toBe(6 * 3600)
})

test.each([
  ['email', 'later', 2],
  ['webhook', 'later', 3],
  ['teams', 'refused', 1],
] as const)('U-10 a message by %s that fails with %s is given up after %i days', (kind, failure, days) => {
  expect(failed({ kind, failure, createdAt: daysAgo(days - 0.01) })).not.toBe('give-up')
  expect(failed({ kind, failure, createdAt: daysAgo(days) })).toBe('give-up')
})

test('U-10 retries a message that may have arrived only once, late, whatever happened before', () => {
  for (const attempts of [1, 7]) {
    const tries = [1, 2].map((unanswered) => failed({ failure: 'perhaps', attempts, unanswered }))
    expect(tries).toEqual([3600, 'give-up'])
  }
  expect(failed({ failure: 'perhaps', unanswered: 1, createdAt: daysAgo(2) })).toBe('give-up')
})

test('U-10 a message that may have arrived and is then delayed still gets its second attempt', () => {
  expect(failed({ failure: 'later', attempts: 2, unanswered: 1 })).toBe(120)
})

test('U-10 gives up refused mail immediately', () => {
  expect(failed({ failure: 'refused' })).toBe('give-up')
})
