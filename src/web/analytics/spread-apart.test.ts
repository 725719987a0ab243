import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadApart } from './spread-apart.ts'

const bounds = { gap: 10, from: 0, to: 100 }

test('O-05 labels with room stay where their lines end', () => {
  expect(spreadApart([20, 50, 80], bounds)).toEqual([20, 50, 80])
})

test('O-05 labels that would overlap move apart, away from the edge', () => {
  expect(spreadApart([50, 52], bounds)).toEqual([50, 60])
  expect(spreadApart([98, 96], bounds)).toEqual([100, 90])
})

test('O-05 any four labels keep their order and distance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 4 }),
      (places) => {
        const moved = spreadApart(places, bounds)
        const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
        order.slice(1).forEach((index, before) => {
          const distance = (moved[index] ?? 0) - (moved[order[before] ?? 0] ?? 0)
          expect(distance).toBeGreaterThanOrEqual(bounds.gap - 1e-9)
        })
        expect(Math.min(...moved)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...moved)).toBeLessThanOrEqual(100)
      },
    ),
  )
})
