import { expect, test } from 'vitest'
import { channelName, channelState } from './channel-words.ts'

const FINE = {
  kind: 'webhook' as const,
  address: 'https://hooks.example/…',
  is_enabled: true,
  is_verified: true,
  is_failing: false,
  disabled_reason: null,
  last_result: null,
}

test('A-17 a channel without a name is called by its kind', () => {
  expect(channelName({ kind: 'teams', name: ' ' })).toBe('Microsoft Teams')
  expect(channelName({ kind: 'teams', name: 'On call' })).toBe('On call')
})

test('A-17 messages reach an enabled, verified channel, even while it is failing', () => {
  expect(channelState(FINE)).toEqual({ tone: 'up', word: 'On', isNotified: true })
  expect(channelState({ ...FINE, is_failing: true })).toMatchObject({ word: 'Failing', isNotified: true })
})

test.each([
  [{ is_enabled: false }, 'Off'],
  [{ is_enabled: false, disabled_reason: 'It failed for three days.' }, 'Switched off'],
  [{ is_verified: false }, 'Waiting for a test'],
  [{ is_verified: false, last_result: 'It answered with 500.' }, 'Test failed'],
  [{ is_verified: false, kind: 'email' as const }, 'Not verified'],
  [{ is_verified: false, kind: 'email' as const, address: null }, 'No address'],
])('A-17 one word says what blocks messages: %j', (parts, word) => {
  expect(channelState({ ...FINE, ...parts })).toMatchObject({ word, isNotified: false })
})
