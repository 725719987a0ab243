import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxAround, doOverlap, type LabelBox } from './label-box.ts'
import { placeLabels } from './place-labels.ts'

const box = fc
  .record({ x: fc.integer({ min: -50, max: 600 }), y: fc.integer({ min: -50, max: 400 }) })
  .map((middle) => boxAround(middle, 60, 14))
const wishes = fc.array(fc.array(box, { minLength: 1, maxLength: 3 }), { maxLength: 60 })

test('a name takes its first free position, and the first name chooses first', () => {
  const here = boxAround({ x: 0, y: 0 }, 40, 12)
  const there = boxAround({ x: 100, y: 0 }, 40, 12)
  expect(placeLabels([[here, there], [here, there], [here]], [])).toEqual([0, 1, undefined])
  expect(placeLabels([[here, there]], [here])).toEqual([1])
})

test('names overlap neither each other nor occupied boxes', () => {
  fc.assert(
    fc.property(wishes, fc.array(box, { maxLength: 20 }), (asked, taken) => {
      const shown = placeLabels(asked, taken).flatMap((place, index): LabelBox[] => {
        const chosen = place === undefined ? undefined : asked[index]?.[place]
        return chosen === undefined ? [] : [chosen]
      })
      shown.forEach((one, index) => {
        for (const other of [...taken, ...shown.slice(index + 1)]) expect(doOverlap(one, other)).toBe(false)
      })
    }),
  )
})

test('a name is left out only if all its positions are occupied', () => {
  fc.assert(
    fc.property(wishes, (asked) => {
      const shown = placeLabels(asked, [])
      const boxes = shown.flatMap((place, index) => asked[index]?.[place ?? -1] ?? [])
      shown.forEach((place, index) => {
        if (place !== undefined) return
        for (const wish of asked[index] ?? []) expect(boxes.some((each) => doOverlap(each, wish))).toBe(true)
      })
    }),
  )
})
