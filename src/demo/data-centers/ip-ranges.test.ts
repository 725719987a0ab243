import { expect, test } from 'vitest'
import { checkRange } from '../../domain/ip-ranges/check-range.ts'
import { overlap, prefixOf } from '../../domain/ip-ranges/ip-prefix.ts'
import { DATA_CENTERS } from './data-centers.ts'
import { ipRangeRows } from './ip-ranges.ts'

const DAY = '2026-11-15'
const rows = ipRangeRows(DAY)
const EXAMPLES = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'].map(prefixOf)

test('every range is valid and in a network reserved for examples', () => {
  for (const { range } of rows) {
    const checked = checkRange(range)
    expect(checked).toMatchObject({ kind: 'fine', prefix: { text: range } })
    expect(
      EXAMPLES.some((example) => overlap(example, prefixOf(range))),
      range,
    ).toBe(true)
  }
})

test('every open data center has ranges, and ranges don’t overlap', () => {
  for (const { tid, closedDaysAgo, name } of DATA_CENTERS) {
    const own = rows.filter((row) => row.data_center_tid === tid && row.removed_on === null)
    expect(own.length > 0, name).toBe(closedDaysAgo === null)
    const prefixes = own.map(({ range }) => prefixOf(range))
    const pairs = prefixes.flatMap((a, index) => prefixes.slice(index + 1).map((b) => overlap(a, b)))
    expect(pairs, name).not.toContain(true)
  }
})

test("some ranges were removed, all changes before the demo's day", () => {
  expect(rows.filter(({ removed_on }) => removed_on !== null).length).toBeGreaterThan(2)
  for (const { added_on, removed_on } of rows) expect((removed_on ?? added_on) < `${DAY}T`).toBe(true)
  expect(rows.some(({ range }) => range.includes(':'))).toBe(true)
})
