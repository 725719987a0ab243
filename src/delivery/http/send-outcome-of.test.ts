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
  expect(sendOutcomeOf({ kind: 'answered', status }, 'webhook')).toEqual(outcome)
})

test('U-10 passes on Retry-After', () => {
  const outcome = sendOutcomeOf({ kind: 'answered', status: 503, retryAfterS: 90 }, 'slack')
  expect(outcome).toEqual({ kind: 'later', reason: 'http 503', retryAfterS: 90 })
})

test.each(['webhook', 'slack', 'teams'] as const)('U-10 outcomes of a %s without an answer', (kind) => {
  expect(sendOutcomeOf({ kind: 'timeout' }, kind)).toEqual({ kind: 'later', reason: 'timeout' })
  expect(sendOutcomeOf({ kind: 'unreachable' }, kind)).toEqual({ kind: 'later', reason: 'unreachable' })
  expect(sendOutcomeOf({ kind: 'not-allowed' }, kind)).toEqual({ kind: 'refused', reason: 'not allowed' })
  expect(sendOutcomeOf({ kind: 'too-late' }, kind)).toEqual({ kind: 'too-late' })
})

test.each([
  ['webhook', 'later'],
  ['slack', 'perhaps'],
  ['teams', 'perhaps'],
] as const)('U-10 a %s that may have got the whole message: %s', (kind, outcome) => {
  for (const reason of ['timeout', 'unreachable'] as const)
    expect(sendOutcomeOf({ kind: reason, isSent: true }, kind)).toEqual({ kind: outcome, reason })
})
