import { expect, test } from 'vitest'
import { sendOutcomeOf } from './send-outcome-of.ts'

test.each([
  [200, { kind: 'sent' }],
  [204, { kind: 'sent' }],
  [299, { kind: 'sent' }],
  [301, { kind: 'refused', reason: 'http 301' }],
  [307, { kind: 'refused', reason: 'http 307' }],
  [400, { kind: 'refused', reason: 'http 400' }],
  [404, { kind: 'refused', reason: 'http 404' }],
  [408, { kind: 'later', reason: 'http 408' }],
  [410, { kind: 'gone', reason: 'http 410' }],
  [429, { kind: 'later', reason: 'http 429' }],
  [500, { kind: 'later', reason: 'http 500' }],
  [503, { kind: 'later', reason: 'http 503' }],
])('U-10 an answer with %i', (status, outcome) => {
  expect(sendOutcomeOf({ kind: 'answered', status })).toEqual(outcome)
})

test('U-10 passes on Retry-After', () => {
  const outcome = sendOutcomeOf({ kind: 'answered', status: 503, retryAfterS: 90 })
  expect(outcome).toEqual({ kind: 'later', reason: 'http 503', retryAfterS: 90 })
})

test('U-10 outcomes without an answer', () => {
  expect(sendOutcomeOf({ kind: 'timeout' })).toEqual({ kind: 'later', reason: 'timeout' })
  expect(sendOutcomeOf({ kind: 'unreachable' })).toEqual({ kind: 'later', reason: 'unreachable' })
  expect(sendOutcomeOf({ kind: 'not-allowed' })).toEqual({ kind: 'refused', reason: 'not allowed' })
  expect(sendOutcomeOf({ kind: 'too-late' })).toEqual({ kind: 'too-late' })
})
