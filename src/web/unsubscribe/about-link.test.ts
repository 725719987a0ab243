import { expect, test } from 'vitest'
import { CHANNEL_KINDS } from '../../domain/notifying/channel.ts'
import { destinationOf } from './about-link.tsx'
import type { About } from './use-about.ts'

const known = (of: Partial<Extract<About, { kind: 'known' }>['data']>): About => ({
  kind: 'known',
  data: { channel: 'email', is_enabled: true, address: null, things: [], ...of },
})

test('each kind of channel is named, with its address if known', () => {
  expect(CHANNEL_KINDS.map((channel) => destinationOf(known({ channel })))).toEqual([
    'your address',
    'your webhook',
    'your Slack channel',
    'your Teams channel',
  ])
  const address = 'hooks.customer.example/…'
  expect(destinationOf(known({ channel: 'webhook', address }))).toBe(`your webhook ${address}`)
  expect(destinationOf(known({ channel: 'email', address: 'k…@a.example' }))).toBe('k…@a.example')
})

test('a missing channel is not named after another', () => {
  expect(destinationOf(known({ channel: null, is_enabled: false }))).toBe('this destination')
  expect(destinationOf({ kind: 'unknown' })).toBe('this destination')
})
