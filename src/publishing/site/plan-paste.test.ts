import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlap, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import { planPaste, type RangeInUse } from './plan-paste.ts'
import { readPaste } from './read-paste.ts'

const CENTERS = [
  { tid: 1, name: 'Frankfurt I', isRetired: false },
  { tid: 2, name: 'São Paulo I', isRetired: false },
  { tid: 3, name: 'Newark I', isRetired: true },
]
const IN_USE: RangeInUse[] = [
  { id: 10, dataCenterTid: 1, prefix: '192.0.2.0/28', note: 'Old' },
  { id: 11, dataCenterTid: 1, prefix: '2001:db8::/48', note: '' },
  { id: 12, dataCenterTid: 2, prefix: '192.0.2.0/28', note: '' },
  { id: 13, dataCenterTid: 3, prefix: '203.0.113.0/28', note: '' },
]

function plan(text: string, { center, mode = 'add' }: { center?: number; mode?: 'add' | 'replace' } = {}) {
  return planPaste({ text, center, mode }, { inUse: IN_USE, centers: CENTERS })
}

test.each([
  ['192.0.2.0/24', '192.0.2.0/24', undefined, undefined],
  ['192.0.2.0/24   Egress, first', '192.0.2.0/24', undefined, 'Egress, first'],
  ['192.0.2.0/24,Frankfurt I,a note', '192.0.2.0/24', 'Frankfurt I', 'a note'],
  ['192.0.2.0/24 , Frankfurt I , a, note ', '192.0.2.0/24', 'Frankfurt I', 'a, note'],
  ['192.0.2.0/24,Frankfurt I,', '192.0.2.0/24', 'Frankfurt I', ''],
  ['192.0.2.0/24,Frankfurt I', '192.0.2.0/24', 'Frankfurt I', undefined],
  ['192.0.2.0/24\tFrankfurt I\tnote', '192.0.2.0/24', 'Frankfurt I', 'note'],
  ['192.0.2.0/24;2;note', '192.0.2.0/24', '2', 'note'],
  ['"192.0.2.0/24","Frankfurt I","said ""so"", twice"', '192.0.2.0/24', 'Frankfurt I', 'said "so", twice'],
])('splits %s', (text, prefix, center, note) => {
  expect(readPaste(text)).toEqual([{ line: 1, text: text.trim(), prefix, center, note }])
})

test('skips blank lines and comments, and keeps line numbers', () => {
  expect(
    readPaste('\ufeff# ours\r\n\r\n192.0.2.0/24\r\n  \n198.51.100.0/24').map(({ line }) => line),
  ).toEqual([3, 5])
})

test('adds new ranges, skips known ones, and counts a note as a change', () => {
  expect(plan('192.0.2.0/28\n198.51.100.0/30 New\n2001:db8::/48 IPv6', { center: 1 })).toEqual({
    added: [{ line: 2, dataCenterTid: 1, prefix: '198.51.100.0/30', note: 'New' }],
    removed: [],
    changed: [{ id: 11, dataCenterTid: 1, prefix: '2001:db8::/48', line: 3, note: 'IPv6', noteBefore: '' }],
    unchanged: 1,
    refused: [],
  })
})

test('keeps an omitted note and removes an empty one', () => {
  expect(plan('192.0.2.0/28,1').unchanged).toBe(1)
  expect(plan('192.0.2.0/28,1,').changed).toMatchObject([{ id: 10, note: '', noteBefore: 'Old' }])
})

test('the same range may be at several data centers, by name or number', () => {
  const { added, refused } = plan('198.51.100.0/30,frankfurt i\n198.51.100.0/30,2')
  expect(refused).toEqual([])
  expect(added.map(({ dataCenterTid }) => dataCenterTid)).toEqual([1, 2])
})

test('a replacing list removes missing ranges at its data center only', () => {
  const { added, removed, unchanged } = plan('192.0.2.0/28\n198.51.100.0/30', { center: 1, mode: 'replace' })
  expect(added).toHaveLength(1)
  expect(removed.map(({ id }) => id)).toEqual([11])
  expect(unchanged).toBe(1)
})

test('a replacing list may split its ranges differently', () => {
  const { added, removed, refused } = plan('192.0.2.0/29\n192.0.2.8/29', { center: 1, mode: 'replace' })
  expect(refused).toEqual([])
  expect(added).toHaveLength(2)
  expect(removed.map(({ id }) => id)).toEqual([10, 11])
})

test.each([
  ['192.0.2.0/28', undefined, 'Which data center?'],
  ['192.0.2.0/28,Atlantis I', undefined, 'There is no data center “Atlantis I”.'],
  ['192.0.2.1/28', 1, 'The network is 192.0.2.0/28.'],
  ['192.0.2.4/30', 1, '192.0.2.4/30 is within 192.0.2.0/28, which Frankfurt I already has.'],
  ['192.0.2.0/24', 1, '192.0.2.0/24 contains 192.0.2.0/28, which Frankfurt I already has.'],
  ['198.51.100.0/30\n198.51.100.0/30', 1, 'is already on line 1'],
  ['198.51.100.0/24\n198.51.100.0/30', 1, 'is within 198.51.100.0/24'],
  ['203.0.113.16/28,Newark I', undefined, 'Newark I is retired.'],
  [`198.51.100.0/30 ${'x'.repeat(201)}`, 1, 'at most 200 characters'],
])('%s at %s is refused: %s', (text, center, words) => {
  const { refused } = plan(text, center === undefined ? {} : { center })
  expect(refused).toHaveLength(1)
  expect(refused[0]?.reason).toContain(words)
})

test('a replacing list may not contain lines for another data center', () => {
  const { refused } = plan('198.51.100.0/30,São Paulo I', { center: 1, mode: 'replace' })
  expect(refused[0]?.reason).toBe(
    'This is a range of São Paulo I, but the list to replace belongs to Frankfurt I.',
  )
})

test('the result of a plan never overlaps at one data center', () => {
  const line = fc
    .tuple(fc.nat({ max: 63 }), fc.integer({ min: 26, max: 32 }), fc.constantFrom('', ',1', ',2,note'))
    .map(([host, length, rest]) => `203.0.113.${host}/${length}${rest}`)
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.constantFrom('add' as const, 'replace' as const),
      (lines, mode) => {
        const { added, removed, changed, unchanged, refused } = plan(lines.join('\n'), { center: 1, mode })
        expect(added.length + changed.length + unchanged + refused.length).toBe(lines.length)
        const left = [...IN_USE.filter((range) => !removed.includes(range)), ...added]
        const pairs = left.flatMap((a, index) => left.slice(index + 1).map((b) => [a, b] as const))
        for (const [a, b] of pairs) {
          const isSameCenter = a.dataCenterTid === b.dataCenterTid
          expect(isSameCenter && overlap(prefixOf(a.prefix), prefixOf(b.prefix))).toBe(false)
        }
      },
    ),
  )
})
