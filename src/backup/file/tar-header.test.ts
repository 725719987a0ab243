import { expect, test } from 'vitest'
import { paddingAfter, readTarHeader, tarHeader } from './tar-header.ts'

const AT = new Date('2026-08-05T12:00:00Z')

test.each([0, 1, 511, 512, 8 ** 11 - 1, 8 ** 11, 2 ** 41])(
  'reads a member of %d bytes as it was written',
  (size) => {
    const member = { name: 'tables/records.tsv.gz', size }
    expect(readTarHeader(tarHeader(member, AT))).toEqual(member)
  },
)

test('rejects a header with a flipped bit', () => {
  const header = tarHeader({ name: 'manifest.json', size: 12 }, AT)
  for (const at of [0, 5, 130, 300, 511]) {
    const hurt = Buffer.from(header)
    hurt[at] = (hurt[at] ?? 0) ^ 1
    expect(readTarHeader(hurt)).toBeUndefined()
  }
  expect(readTarHeader(Buffer.alloc(512))).toBeUndefined()
  expect(readTarHeader(header.subarray(0, 511))).toBeUndefined()
})

test('rejects a header with an invalid size', () => {
  for (const size of ['-0000001000', 'nonsense   ']) {
    const header = tarHeader({ name: 'manifest.json', size: 12 }, AT)
    header.write(size, 124)
    const sum = [...header].reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    expect(readTarHeader(header), size).toBeUndefined()
  }
})

test('the next member starts at a full block', () => {
  expect([0, 1, 511, 512, 513].map(paddingAfter)).toEqual([0, 511, 1, 0, 511])
})
