import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortText } from '../../domain/ip-ranges/ip-prefix.ts'
import { readAddress } from './read-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', undefined],
  ['  192.0.2.7\n', '192.0.2.7', undefined],
  ['192.0.2.0/24', '192.0.2.0/24', undefined],
  ['192.0.2.7/24', '192.0.2.0/24', 'used the whole network'],
  ['192.0.2.7:443', '192.0.2.7', 'ignored the port'],
  ['[2001:db8::7]:443', '2001:db8::7', 'ignored the port'],
  ['[2001:db8::7]', '2001:db8::7', undefined],
  ['fe80::1%eth0', 'fe80::1', 'ignored the zone'],
  ['::ffff:192.0.2.7', '192.0.2.7', 'converted from IPv6 notation'],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24', 'converted from IPv6 notation'],
  ['"192.0.2.7",', '192.0.2.7', undefined],
  ['2001:DB8:0::7', '2001:db8::7', undefined],
])('%s is read as %s', (typed, text, remark) => {
  const read = readAddress(typed)
  if (read.kind === 'wrong') throw new Error(read.message)
  expect(shortText(read.prefix)).toBe(text)
  if (remark === undefined) expect(read.remark).toBeUndefined()
  else expect(read.remark).toContain(remark)
})

test.each([
  ['', 'Enter an address'],
  ['   ', 'Enter an address'],
  ['trust.northwall.example', 'This is a name.'],
  ['192.0.2.256', 'from 0 to 255'],
  ['192.0.2.07', 'can’t start with 0'],
  ['192.0.2.0/33', '0 to 32'],
  ['192.0.2.0/', '0 to 32'],
  ['2001:db8::/-1', '0 to 128'],
  ['hello', 'Not a valid IP address.'],
  ['<script>', 'Not a valid IP address.'],
])('%j is not an address: %s', (typed, words) => {
  const read = readAddress(typed)
  expect(read.kind === 'wrong' && read.message).toContain(words)
})

test('any input is either read or rejected, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4Extended(), fc.ipV6()), (typed) => {
      expect(['read', 'wrong']).toContain(readAddress(typed).kind)
    }),
  )
})
