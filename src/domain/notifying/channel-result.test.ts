import { expect, test } from 'vitest'
import type { ChannelKind } from './channel.ts'
import { resultWords } from './channel-result.ts'

test.each<[ChannelKind, string, string]>([
  ['webhook', 'sent', 'Delivered'],
  ['email', 'sent', 'Accepted by the mail server'],
  ['webhook', 'http 503', 'It answered with 503.'],
  ['slack', 'http 302', 'It answered with 302, a redirect. Redirects are not followed.'],
  ['teams', 'timeout', 'It did not answer in time.'],
  ['slack', 'unanswered: timeout', 'It did not confirm the message, which may have arrived.'],
  ['webhook', 'not allowed', 'Its address is not allowed: it is not on the public internet.'],
  ['webhook', 'unreachable', 'It could not be reached.'],
  ['webhook', 'ECONNREFUSED 10.0.0.1:22', 'It could not be reached.'],
  ['email', '550 EENVELOPE', 'The mail server of this address answered with 550.'],
  ['email', 'timeout', 'The mail server did not answer in time.'],
  ['email', 'ECONNECTION', 'The mail could not be sent.'],
])('A-17 %s: %s in words', (kind, code, words) => {
  expect(resultWords(kind, code)).toBe(words)
})
