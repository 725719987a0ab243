import { expect, test } from 'vitest'
import { failureWords } from './channel.ts'
import { LOCKED_CODE } from './channel-result.ts'

test('Z-06 staff see why a message was not sent', () => {
  expect(failureWords('email', 'withdrawn')).toBe('The post was withdrawn before this was sent.')
  expect(failureWords('slack', 'unsubscribed')).toBe('The recipient unsubscribed before this was sent.')
  expect(failureWords('webhook', 'switched off')).toBe('The channel is switched off.')
  expect(failureWords('email', 'switched off')).toContain('refuses mail')
  expect(failureWords('email', '550 5.1.1 no such user')).toBe(
    'The mail server of this address answered with 550.',
  )
  expect(failureWords('slack', LOCKED_CODE)).toBe(
    'The site can’t decrypt what it needs to send this: SECRETS_KEY is missing or wrong.',
  )
  expect(failureWords('webhook', 'http 503')).toBe('It answered with 503.')
})
