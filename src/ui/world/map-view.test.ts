import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARKER_MERGE_DEGREES } from '../../domain/constants.ts'
import { projectPlace, WORLD } from '../../domain/map/world-projection.ts'
import {
  type BoxSize,
  detailAt,
  fittedTo,
  isAtStart,
  type MapView,
  onTheWay,
  pushed,
  startView,
  withinWorld,
  zoomedAround,
} from './map-view.ts'

const WIDE: BoxSize = { width: 1152, height: 650 }
const PHONE: BoxSize = { width: 390, height: 390 }

describe('M-01 a view', () => {
  test('is initially as wide as a wide box', () => {
    expect(startView(WIDE)).toMatchObject({ x: 500, zoom: 1 })
  })

  test('initially extends past the sides of a phone, with all data centers from Seattle to Brisbane', () => {
    const view = startView(PHONE)
    expect(view.zoom).toBe(1.25)
    expect(inBox(view, at(47.6, -122.3), PHONE).x).toBeGreaterThan(-PHONE.width / 2 + 6)
    expect(inBox(view, at(-27.5, 153), PHONE).x).toBeLessThan(PHONE.width / 2 - 6)
  })

  test('initially centers the land vertically in a tall box', () => {
    const view = startView(PHONE)
    const above = PHONE.height / 2 + inBox(view, at(82, 0), PHONE).y
    const below = PHONE.height / 2 - inBox(view, at(-58, 0), PHONE).y
    expect(Math.abs(above - below)).toBeLessThan(10)
  })

  test('knows whether it was moved', () => {
    expect(isAtStart(startView(PHONE), PHONE)).toBe(true)
    expect(isAtStart(pushed(startView(PHONE), { x: 5, y: 0 }, PHONE), PHONE)).toBe(false)
    const there = pushed({ ...startView(WIDE), zoom: 1 }, { x: 0, y: 30 }, WIDE)
    expect(isAtStart(there, WIDE)).toBe(false)
    expect(isAtStart(pushed(there, { x: 0, y: -30 }, WIDE), WIDE)).toBe(true)
  })

  test('initially shows all land except Antarctica', () => {
    const top = (latitude: number) =>
      ((projectPlace({ latitude, longitude: 0 }).y - startView(WIDE).y) * WIDE.width) / WORLD.width
    expect(top(81)).toBeGreaterThan(-WIDE.height / 2)
    expect(top(-56)).toBeLessThan(WIDE.height / 2)
  })

  test('is limited to the whole world and to a maximum zoom', () => {
    const middle = { x: 0, y: 0 }
    expect(zoomedAround(startView(WIDE), 0.1, middle, WIDE)).toEqual(startView(WIDE))
    const closest = zoomedAround(startView(WIDE), 1e9, middle, WIDE)
    expect(closest.zoom).toBeCloseTo(80)
    expect(detailAt(closest.zoom, WIDE)).toMatchObject({ canZoomIn: false, canZoomOut: true })
    expect(detailAt(1, WIDE)).toMatchObject({ canZoomIn: true, canZoomOut: false })
  })

  test('pushed to the right shows what was left of it', () => {
    const close = { x: 500, y: 300, zoom: 4 }
    expect(pushed(close, { x: 1152 * 0.4, y: 0 }, WIDE)).toEqual({ x: 400, y: 300, zoom: 4 })
  })

  test('pushed as far as possible stops at the corner of the world', () => {
    const view = pushed({ x: 500, y: 300, zoom: 4 }, { x: 1e6, y: 1e6 }, WIDE)
    const corner = inBox(view, { x: 0, y: 0 }, WIDE)
    expect(corner.x).toBeCloseTo(-WIDE.width / 2)
    expect(corner.y).toBeCloseTo(-WIDE.height / 2)
  })

  test('fitted to points contains all of them', () => {
    const view = fittedTo([at(60, -10), at(36, 30)], WIDE)
    for (const point of [at(60, -10), at(36, 30)]) {
      const { x, y } = inBox(view, point, WIDE)
      expect(Math.abs(x)).toBeLessThan(WIDE.width / 2)
      expect(Math.abs(y)).toBeLessThan(WIDE.height / 2)
    }
    expect(view.zoom).toBeGreaterThan(3)
  })

  test('fitted to one point keeps its surroundings; without points it shows the world', () => {
    const view = fittedTo([at(50, 8)], WIDE)
    expect(view.zoom).toBeGreaterThan(5)
    expect(view.zoom).toBeLessThan(20)
    expect(fittedTo([], WIDE)).toEqual(startView(WIDE))
  })
})

describe('M-01 for any interaction', () => {
  const box = fc.record({
    width: fc.integer({ min: 320, max: 1400 }),
    height: fc.constantFrom(650, 590, 510, 390),
  })
  const view = fc.record({
    x: fc.double({ min: 0, max: WORLD.width, noNaN: true }),
    y: fc.double({ min: 0, max: WORLD.height, noNaN: true }),
    zoom: fc.double({ min: 1, max: 80, noNaN: true }),
  })
  const point = fc.record({
    x: fc.double({ min: -600, max: 600, noNaN: true }),
    y: fc.double({ min: -300, max: 300, noNaN: true }),
  })

  test('the view is at most as wide as the world and never past its sides', () => {
    fc.assert(
      fc.property(view, point, box, (from, push, size) => {
        const { x, zoom } = pushed(from, push, size)
        const half = WORLD.width / 2 / zoom
        expect(zoom).toBeGreaterThanOrEqual(1)
        expect(x - half).toBeGreaterThanOrEqual(-1e-6)
        expect(x + half).toBeLessThanOrEqual(WORLD.width + 1e-6)
      }),
    )
  })

  test('the point under the pointer stays there while zooming, away from the edges', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 3, noNaN: true }), (under, factor) => {
        const from: MapView = { x: 500, y: 380, zoom: 8 }
        const to = zoomedAround(from, factor, under, WIDE)
        const seen = { x: from.x + under.x / (8 * 1.152), y: from.y + under.y / (8 * 1.152) }
        expect(inBox(to, seen, WIDE).x).toBeCloseTo(under.x, 6)
        expect(inBox(to, seen, WIDE).y).toBeCloseTo(under.y, 6)
      }),
    )
  })

  test('a view within bounds is unchanged', () => {
    fc.assert(
      fc.property(view, box, (from, size) => {
        const once = withinWorld(from, size)
        expect(withinWorld(once, size)).toEqual(once)
      }),
    )
  })

  test('an animation starts and ends at its views, and its zoom is monotonic', () => {
    fc.assert(
      fc.property(view, view, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, part) => {
        expect(onTheWay(from, to, 1)).toEqual(to)
        expect(onTheWay(from, to, 0).x).toBeCloseTo(from.x)
        const { zoom } = onTheWay(from, to, part)
        expect(zoom).toBeGreaterThanOrEqual(Math.min(from.zoom, to.zoom) - 1e-9)
        expect(zoom).toBeLessThanOrEqual(Math.max(from.zoom, to.zoom) + 1e-9)
      }),
    )
  })

  test('M-03 markers merge within half a degree at first and split when zooming in', () => {
    fc.assert(
      fc.property(box, fc.double({ min: 1, max: 80, noNaN: true }), (size, zoom) => {
        expect(detailAt(1, size).mergeDegrees).toBe(MARKER_MERGE_DEGREES)
        expect(detailAt(zoom * 1.5, size).mergeDegrees).toBeLessThanOrEqual(detailAt(zoom, size).mergeDegrees)
      }),
    )
    expect(detailAt(80, WIDE).mergeDegrees).toBeLessThan(0.06)
    expect(detailAt(80, WIDE).mergeDegrees).toBeGreaterThan(0)
  })

  test('the detailed map is drawn only when zoomed in', () => {
    expect(detailAt(1, WIDE).isClose).toBe(false)
    expect(detailAt(4, WIDE).isClose).toBe(true)
    expect(detailAt(4, PHONE).isClose).toBe(false)
  })
})

function at(latitude: number, longitude: number) {
  return projectPlace({ latitude, longitude })
}

/** In pixels from the center of the box. */
function inBox({ x, y, zoom }: MapView, point: { x: number; y: number }, { width }: BoxSize) {
  const scale = (width * zoom) / WORLD.width
  return { x: (point.x - x) * scale, y: (point.y - y) * scale }
}
