import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { angleOfShare, arcPath, DIAL, eased, pointAt, tickPositions } from './gauge-geometry.ts'

describe('H-02 the angle of a share', () => {
  test('runs from the left end over the top to the right end', () => {
    expect([0, 0.25, 0.5, 1].map(angleOfShare)).toEqual([0, 45, 90, 180])
  })

  test('stops at the ends of the scale, and is zero if invalid', () => {
    expect([-0.2, 1.4, Number.NaN, Number.POSITIVE_INFINITY].map(angleOfShare)).toEqual([0, 180, 0, 0])
  })
})

describe('H-02 a point on the dial', () => {
  test('is left, above and right of the center at zero, half and full scale', () => {
    const { centerX, centerY } = DIAL
    expect(pointAt(0, 100)).toEqual({ x: centerX - 100, y: centerY })
    expect(pointAt(0.5, 100)).toEqual({ x: centerX, y: centerY - 100 })
    expect(pointAt(1, 100)).toEqual({ x: centerX + 100, y: centerY })
  })

  test('keeps its distance from the center and never drops below it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (share, radius) => {
          const { x, y } = pointAt(share, radius)
          expect(Math.hypot(x - DIAL.centerX, y - DIAL.centerY)).toBeCloseTo(radius, 1)
          expect(y).toBeLessThanOrEqual(DIAL.centerY)
        },
      ),
    )
  })

  test('stays inside the view box on the outer radius', () => {
    expect(pointAt(0, DIAL.radius).x).toBeGreaterThan(0)
    expect(pointAt(0.5, DIAL.radius).y).toBeGreaterThan(0)
    expect(pointAt(1, DIAL.radius).x).toBeLessThan(DIAL.width)
    expect(DIAL.centerY).toBeLessThan(DIAL.height)
  })
})

describe('H-02 the arc', () => {
  test('goes clockwise from one share to the other', () => {
    expect(arcPath(0, 1, 100)).toBe('M20 119A100 100 0 0 1 220 119')
    expect(arcPath(0, 0.5, 100)).toBe('M20 119A100 100 0 0 1 120 19')
  })
})

describe('H-02 the ticks', () => {
  const ticks = tickPositions({
    steps: 40,
    majorEvery: 10,
    outerRadius: 110,
    minorLength: 5,
    majorLength: 10,
  })

  test('include both ends of the scale', () => {
    expect(ticks).toHaveLength(41)
    expect(ticks[0]?.share).toBe(0)
    expect(ticks.at(-1)?.share).toBe(1)
  })

  test('are major at every quarter', () => {
    expect(ticks.filter((tick) => tick.isMajor).map((tick) => tick.share)).toEqual([0, 0.25, 0.5, 0.75, 1])
  })

  test('point inward from the outer radius', () => {
    expect(ticks[0]).toMatchObject({ from: { x: 10, y: 119 }, to: { x: 20, y: 119 } })
    expect(ticks[20]).toMatchObject({ from: { x: 120, y: 9 }, to: { x: 120, y: 19 } })
  })
})

describe('H-02 the sweep of the needle', () => {
  test('starts at rest, ends at the value and never turns back', () => {
    expect([eased(0), eased(1), eased(7)]).toEqual([0, 1, 1])
    const steps = Array.from({ length: 21 }, (_, step) => eased(step / 20))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  })
})
