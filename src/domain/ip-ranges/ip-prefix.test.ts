import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressIn,
  addressText,
  byAddress,
  isWithin,
  overlap,
  prefixIn,
  prefixOf,
  shortText,
} from './ip-prefix.ts'

test.each([
  ['192.0.2.7/24', '192.0.2.0/24'],
  ['2001:DB8:0:0::1/32', '2001:db8::/32'],
  ['2001:db8:0:0:1:0:0:1/128', '2001:db8::1:0:0:1/128'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::/0', '::/0'],
])('%s is normalized to %s', (typed, written) => {
  expect(prefixOf(typed).text).toBe(written)
})

test.each([
  '010.0.0.1/8',
  '0x7f.1/8',
  '127.1/8',
  '1.2.3.4',
  '1.2.3.4/33',
  '1.2.3.4/08',
  '1.2.3.4/8/8',
  '::1%eth0/128',
  '::ffff:010.1.1.1/128',
  '2001:db8::/129',
  '1::2::3/64',
  '',
  '/',
  'example.com/24',
])('%s is not a prefix', (typed) => {
  expect(prefixIn(typed)).toBeUndefined()
})

const anyPrefix = () =>
  fc.oneof(
    fc.tuple(fc.ipV4(), fc.nat({ max: 32 })).map(([address, length]) => prefixOf(`${address}/${length}`)),
    fc.tuple(fc.ipV6(), fc.nat({ max: 128 })).map(([address, length]) => prefixOf(`${address}/${length}`)),
  )

test('a prefix can be read back from its text', () => {
  fc.assert(
    fc.property(anyPrefix(), (prefix) => {
      expect(prefixOf(prefix.text)).toEqual(prefix)
      const first = addressIn(prefix.text.slice(0, prefix.text.indexOf('/')))
      expect(first).toEqual({ family: prefix.family, value: prefix.first })
      expect(addressText({ family: prefix.family, value: prefix.last })).toBeTypeOf('string')
    }),
  )
})

test('two blocks overlap exactly when they share an address', () => {
  fc.assert(
    fc.property(anyPrefix(), anyPrefix(), (a, b) => {
      const shares = a.family === b.family && a.first <= b.last && b.first <= a.last
      expect(overlap(a, b)).toBe(shares)
      expect(isWithin(a, b)).toBe(shares && a.length >= b.length)
    }),
  )
})

test('sorted by number and not by text, IPv4 first', () => {
  const texts = [
    '2001:db8::/32',
    '192.0.2.0/24',
    '10.0.0.0/8',
    '9.0.0.0/8',
    '10.0.0.0/16',
    '2001:db8::/48',
    'a::/16',
  ]
  expect(
    texts
      .map(prefixOf)
      .sort(byAddress)
      .map(({ text }) => text),
  ).toEqual([
    '9.0.0.0/8',
    '10.0.0.0/8',
    '10.0.0.0/16',
    '192.0.2.0/24',
    'a::/16',
    '2001:db8::/32',
    '2001:db8::/48',
  ])
})

test('a range of one address is written as that address', () => {
  expect(shortText(prefixOf('192.0.2.7/32'))).toBe('192.0.2.7')
  expect(shortText(prefixOf('2001:db8::/127'))).toBe('2001:db8::/127')
})
