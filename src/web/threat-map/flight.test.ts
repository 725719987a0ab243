import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLIGHT_MS, flightStage } from './flight.ts'
import { ARC_SHOWN_MS } from './replay.ts'

test('O-04 an arc starts at its source in full strength', () => {
  expect(flightStage(0)).toEqual({ flown: 0, ring: undefined, strength: 1 })
})

test('O-04 an arc reaches the data center, where a ring starts', () => {
  expect(flightStage(FLIGHT_MS)).toEqual({ flown: 1, ring: 0, strength: 1 })
})

test('O-04 an arc fades after the ring and disappears in time', () => {
  const late = flightStage(ARC_SHOWN_MS - 1)
  expect(late?.ring).toBeUndefined()
  expect(late?.strength).toBeLessThan(0.01)
  expect(flightStage(ARC_SHOWN_MS)).toBeUndefined()
})

test('O-04 an arc never flies back and never returns once it fades', () => {
  const moment = fc.double({ min: 0, max: ARC_SHOWN_MS - 0.001, noNaN: true })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [before, after] = [flightStage(Math.min(a, b)), flightStage(Math.max(a, b))]
      expect(after?.flown).toBeGreaterThanOrEqual(before?.flown ?? Number.NaN)
      expect(after?.strength).toBeLessThanOrEqual(before?.strength ?? Number.NaN)
    }),
  )
})
