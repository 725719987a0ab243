import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDRESS_BITS, prefixAround, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import { matchRanges } from './ip-range-answers.ts'

const RANGES = ['192.0.2.0/24', '192.0.2.0/28', '192.0.2.0/28', '198.51.100.0/24', '2001:db8::/32'].map(
  (text, id) => ({ id, prefix: prefixOf(text) }),
)

function idsAt(text: string) {
  return matchRanges(prefixOf(text), RANGES).map(({ id }) => id)
}

test('an address matches the smallest range that contains it, at every data center that has it', () => {
  expect(idsAt('192.0.2.5/32')).toEqual([1, 2])
  expect(idsAt('192.0.2.99/32')).toEqual([0])
  expect(idsAt('2001:db8:ffff::1/128')).toEqual([4])
  expect(idsAt('8.8.8.8/32')).toEqual([])
})

test('a prefix matches all ranges that contain it and all that it contains', () => {
  expect(idsAt('192.0.2.0/30')).toEqual([0, 1, 2])
  expect(idsAt('192.0.0.0/16')).toEqual([0, 1, 2])
  expect(idsAt('0.0.0.0/0')).toEqual([0, 1, 2, 3])
  expect(idsAt('2001:db8:1::/48')).toEqual([4])
})

/** Everything within one /24, so that blocks overlap often. */
const block = () =>
  fc
    .tuple(fc.nat({ max: 255 }), fc.integer({ min: 24, max: 32 }))
    .map(([host, length]) => prefixAround({ family: 4, value: 0xc0000200n + BigInt(host) }, length))

test('the result equals a search through every single address', () => {
  fc.assert(
    fc.property(fc.array(block(), { maxLength: 12 }), block(), (prefixes, asked) => {
      const ranges = prefixes.map((prefix, id) => ({ id, prefix }))
      expect(matchRanges(asked, ranges)).toEqual(slowly(asked, ranges))
    }),
    { numRuns: 500 },
  )
})

function slowly(
  asked: ReturnType<typeof prefixOf>,
  ranges: { id: number; prefix: ReturnType<typeof prefixOf> }[],
) {
  const addressesOf = ({ first, last }: typeof asked) => {
    const all = new Set<bigint>()
    for (let address = first; address <= last; address++) all.add(address)
    return all
  }
  const wanted = addressesOf(asked)
  const touched = ranges.filter(({ prefix }) =>
    [...addressesOf(prefix)].some((address) => wanted.has(address)),
  )
  if (asked.length !== ADDRESS_BITS[4]) return touched
  const fewest = Math.min(...touched.map(({ prefix }) => addressesOf(prefix).size))
  return touched.filter(({ prefix }) => addressesOf(prefix).size === fewest)
}
