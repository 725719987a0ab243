import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageWindow } from './pagination.tsx'

test('L-04 few pages are all listed', () => {
  expect(pageWindow({ current: 0, total: 3 })).toEqual([0, 1, 2])
})

test('L-04 the first pages keep the window at the start', () => {
  expect(pageWindow({ current: 0, total: 9 })).toEqual([0, 1, 2, 3, 4])
  expect(pageWindow({ current: 2, total: 9 })).toEqual([0, 1, 2, 3, 4])
})

test('L-04 later pages shift the window', () => {
  expect(pageWindow({ current: 3, total: 9 })).toEqual([1, 2, 3, 4, 5])
})

test('L-04 the last pages keep the window at the end', () => {
  expect(pageWindow({ current: 7, total: 9 })).toEqual([4, 5, 6, 7, 8])
  expect(pageWindow({ current: 8, total: 9 })).toEqual([4, 5, 6, 7, 8])
})

test('L-04 without pages there are no numbers', () => {
  expect(pageWindow({ current: 0, total: 0 })).toEqual([])
})

test('L-04 a page past the end shows the last numbers', () => {
  expect(pageWindow({ current: 40, total: 9 })).toEqual([4, 5, 6, 7, 8])
})

test('L-04 the window contains the current page and at most five consecutive numbers', () => {
  const anyPage = fc
    .integer({ min: 1, max: 5000 })
    .chain((total) =>
      fc.record({ total: fc.constant(total), current: fc.integer({ min: 0, max: total - 1 }) }),
    )
  fc.assert(
    fc.property(anyPage, ({ current, total }) => {
      const shown = pageWindow({ current, total })
      expect(shown).toContain(current)
      expect(shown).toHaveLength(Math.min(5, total))
      expect(shown[0]).toBeGreaterThanOrEqual(0)
      expect(shown.at(-1)).toBeLessThan(total)
      expect(shown.every((page, index) => index === 0 || page === (shown[index - 1] ?? 0) + 1)).toBe(true)
    }),
  )
})
