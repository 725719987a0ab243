import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingKeys, nextMap } from './shared-map.ts'

/** Few parts, so that several changes hit the same one. */
const KEYS = [...Array(1_001).keys()]
const KEY = fc.constantFrom(...KEYS)
const CHANGES = fc.array(fc.tuple(KEY, fc.option(fc.nat(3), { nil: undefined })), { maxLength: 30 })

type Changes = [number, number | undefined][]

function changed(before: ReadonlyMap<number, number>, changes: Changes): Map<number, number> {
  const next = new Map(before)
  for (const [key, value] of changes) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  return next
}

function sorted(map: ReadonlyMap<number, number>) {
  return [...map].sort(([a], [b]) => a - b)
}

test('it equals a map with the same changes, and earlier versions stay as they were', () => {
  fc.assert(
    fc.property(fc.array(CHANGES, { maxLength: 8 }), (rounds) => {
      let plain: ReadonlyMap<number, number> = new Map()
      let shared: ReadonlyMap<number, number> = new Map()
      const versions = rounds.map((changes) => {
        plain = changed(plain, changes)
        shared = nextMap(shared, changes)
        return { plain, shared }
      })
      const seen = versions.map(({ shared }) => ({
        entries: sorted(shared),
        size: shared.size,
        keys: [...shared.keys()].sort((a, b) => a - b),
        values: KEYS.map((key) => shared.get(key)),
        has: KEYS.filter((key) => shared.has(key)),
      }))
      const expected = versions.map(({ plain }) => ({
        entries: sorted(plain),
        size: plain.size,
        keys: [...plain.keys()].sort((a, b) => a - b),
        values: KEYS.map((key) => plain.get(key)),
        has: KEYS.filter((key) => plain.has(key)),
      }))
      expect(seen).toEqual(expected)
    }),
  )
})

test('the keys that differ between two versions are found, whether they share anything or not', () => {
  fc.assert(
    fc.property(CHANGES, CHANGES, CHANGES, fc.boolean(), (first, second, third, isApart) => {
      const before = nextMap(new Map([[1, 1]]), first)
      const next = nextMap(nextMap(before, second), third)
      const differing = KEYS.filter((key) => before.get(key) !== next.get(key))
      const found = differingKeys(before, isApart ? new Map(next) : next)
      expect(found.toSorted((a, b) => a - b)).toEqual(differing)
    }),
  )
})

test('without changes it is the same', () => {
  const map = nextMap(new Map(), [[1, 1]])
  expect(nextMap(map, [])).toBe(map)
  expect(differingKeys(map, map)).toEqual([])
})
