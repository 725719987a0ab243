import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { projectPlace, WORLD } from '../../domain/map/world-projection.ts'
import { type Arc, arcBetween, arcPath, arcPieces, placeOnArc } from './arc.ts'

const FRANKFURT = { latitude: 50.1, longitude: 8.7 }
const BRAZIL = { latitude: -18.5, longitude: -47.5 }
const TOKYO = { latitude: 35.7, longitude: 139.7 }
const LOS_ANGELES = { latitude: 34.1, longitude: -118.2 }
const SYDNEY = { latitude: -33.9, longitude: 151.2 }
const SANTIAGO = { latitude: -33.4, longitude: -70.7 }

const somewhere = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const lane = fc.integer({ min: 0, max: 3 })
const part = fc.double({ min: 0, max: 1, noNaN: true })

describe('O-04 arcs', () => {
  test('lead from one place to the other', () => {
    fc.assert(
      fc.property(somewhere, somewhere, lane, (origin, target, lane) => {
        const pieces = arcPieces(arcBetween(origin, target, lane))
        expectAtSamePlace(pieces[0]?.from, projectPlace(origin))
        expectAtSamePlace(pieces.at(-1)?.to, projectPlace(target))
      }),
    )
  })

  test('take the short way: at most half the world wide', () => {
    fc.assert(
      fc.property(somewhere, somewhere, (origin, target) => {
        const { from, to } = arcBetween(origin, target)
        expect(Math.abs(to.x - from.x)).toBeLessThanOrEqual(WORLD.width / 2 + 1e-6)
      }),
    )
  })

  test('are cut at the edge of the map and continue at the other edge', () => {
    fc.assert(
      fc.property(somewhere, somewhere, lane, part, part, (origin, target, lane, a, b) => {
        const pieces = arcPieces(arcBetween(origin, target, lane), Math.min(a, b), Math.max(a, b))
        for (const { from, control, to } of pieces) {
          for (const x of [from.x, to.x]) expectBetween(x, 0, WORLD.width)
          for (const { y } of [from, control, to]) expectBetween(y, 0, WORLD.height)
        }
        for (const [i, piece] of pieces.slice(1).entries()) {
          const before = pieces[i] as Arc
          expect(before.to.y).toBeCloseTo(piece.from.y, 3)
          const edges = [before.to.x, piece.from.x].sort((x, y) => x - y)
          expect(edges[0]).toBeCloseTo(0, 3)
          expect(edges[1]).toBeCloseTo(WORLD.width, 3)
        }
      }),
    )
  })

  test('from Japan to California cross the edge of the map, not Europe', () => {
    const pieces = arcPieces(arcBetween(TOKYO, LOS_ANGELES))
    expect(pieces).toHaveLength(2)
    expect(pieces[0]?.to.x).toBeCloseTo(WORLD.width)
    expect(pieces[1]?.from.x).toBeCloseTo(0)
    expect(arcPath(arcBetween(TOKYO, LOS_ANGELES)).match(/M/g)).toHaveLength(2)
  })

  test('from Brazil to Frankfurt are in one piece', () => {
    expect(arcPath(arcBetween(BRAZIL, FRANKFURT))).toMatch(/^M[\d.]+ [\d.]+Q[\d.]+ [\d.]+ [\d.]+ [\d.]+$/)
  })

  test('bend away from the equator', () => {
    const north = arcBetween(LOS_ANGELES, FRANKFURT)
    expect(placeOnArc(north, 0.5).y).toBeLessThan((north.from.y + north.to.y) / 2)
    const south = arcBetween(SANTIAGO, SYDNEY)
    expect(placeOnArc(south, 0.5).y).toBeGreaterThan((south.from.y + south.to.y) / 2)
  })

  test('of different lanes run beside each other', () => {
    const [low, high] = [0, 3].map((lane) => placeOnArc(arcBetween(BRAZIL, FRANKFURT, lane), 0.5))
    expect(Math.hypot((low?.x ?? 0) - (high?.x ?? 0), (low?.y ?? 0) - (high?.y ?? 0))).toBeGreaterThan(10)
  })

  test('within one place rise and come back', () => {
    const arc = arcBetween(FRANKFURT, FRANKFURT)
    expect(placeOnArc(arc, 0.5).y).toBeLessThan(arc.from.y - 5)
    expectAtSamePlace(placeOnArc(arc, 1), arc.from)
    expect(arcPath(arc)).not.toContain('NaN')
  })
})

function expectAtSamePlace(a: { x: number; y: number } | undefined, b: { x: number; y: number }) {
  const apart = Math.abs((a?.x ?? Number.NaN) - b.x)
  expect(Math.min(apart, Math.abs(apart - WORLD.width))).toBeLessThan(1e-3)
  expect(a?.y).toBeCloseTo(b.y, 3)
}

function expectBetween(value: number, low: number, high: number) {
  expect(value).toBeGreaterThanOrEqual(low - 1e-3)
  expect(value).toBeLessThanOrEqual(high + 1e-3)
}
