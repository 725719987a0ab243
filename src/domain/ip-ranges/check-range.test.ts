import { expect, test } from 'vitest'
import { checkRange } from './check-range.ts'

test.each([
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['198.51.100.0/30', '198.51.100.0/30'],
  ['203.0.113.9', '203.0.113.9/32'],
  ['2001:DB8:10::/48', '2001:db8:10::/48'],
  ['8.0.0.0/8', '8.0.0.0/8'],
  ['2600::/19', '2600::/19'],
])('%s is accepted as %s', (typed, text) => {
  expect(checkRange(typed)).toMatchObject({ kind: 'fine', prefix: { text } })
})

test.each([
  ['192.0.2.7/24', 'The network is 192.0.2.0/24.'],
  ['2001:db8::1/48', 'The network is 2001:db8::/48.'],
  ['10.1.0.0/16', '10.1.0.0/16 is private (RFC 1918)'],
  ['172.16.0.0/12', 'is private'],
  ['192.168.1.0/24', 'is private'],
  ['100.64.0.0/10', 'is shared behind carriers'],
  ['127.0.0.0/8', 'is loopback'],
  ['169.254.0.0/16', 'is link-local'],
  ['224.0.0.0/24', 'is multicast'],
  ['255.255.255.255', 'is reserved'],
  ['0.0.0.0/0', 'contains 0.0.0.0/8'],
  ['100.0.0.0/8', 'contains 100.64.0.0/10, which is shared behind carriers'],
  ['::1', 'is loopback'],
  ['::', 'is the unspecified address'],
  ['fd00::/48', 'is private (unique local)'],
  ['fe80::/64', 'is link-local'],
  ['ff02::/16', 'is multicast'],
  ['::ffff:192.0.2.0/120', 'write it as IPv4'],
  ['4000::/24', 'is not assigned'],
  ['8.0.0.0/7', 'the largest IPv4 range is a /8'],
  ['2600::/18', 'the largest IPv6 range is a /19'],
  ['192.0.2.0/33', '0 to 32'],
  ['2001:db8::/x', '0 to 128'],
  ['example.com', 'Not a valid prefix.'],
  ['192.0.2.0/24/24', 'Not a valid prefix.'],
])('%s is refused: %s', (typed, words) => {
  const checked = checkRange(typed)
  expect(checked.kind).toBe('refused')
  expect(checked.kind === 'refused' && checked.reason).toContain(words)
})
