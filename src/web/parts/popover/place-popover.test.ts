import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POPOVER_MAX_HEIGHT_PX, POPOVER_MAX_WIDTH_PX } from '../../../domain/constants.ts'
import {
  type Box,
  POPOVER_GAP_PX,
  POPOVER_MARGIN_PX,
  placePopover,
  popoverLimits,
  type Size,
} from './place-popover.ts'

const DESKTOP: Size = { width: 1440, height: 900 }
const SIZE: Size = { width: 420, height: 240 }

describe('a popover is placed', () => {
  test('S-04 below its mark, aligned to its left edge', () => {
    const anchor = boxAt(600, 300, 40, 26)
    expect(placePopover({ anchor, size: SIZE, viewport: DESKTOP })).toEqual({ left: 600, top: 332 })
  })

  test('S-04 above it if there is no room below', () => {
    const anchor = boxAt(600, 800, 40, 26)
    expect(placePopover({ anchor, size: SIZE, viewport: DESKTOP })).toEqual({ left: 600, top: 554 })
  })

  test('S-04 beside it on a screen too low for both', () => {
    const viewport = { width: 844, height: 300 }
    const atTheLeft = boxAt(20, 140, 40, 26)
    expect(placePopover({ anchor: atTheLeft, size: SIZE, viewport })).toEqual({ left: 66, top: 44 })
    const atTheRight = boxAt(780, 140, 40, 26)
    expect(placePopover({ anchor: atTheRight, size: SIZE, viewport })).toEqual({ left: 354, top: 44 })
  })

  test('S-04 inside the edges of the screen', () => {
    const atTheRight = boxAt(1400, 300, 40, 26)
    expect(placePopover({ anchor: atTheRight, size: SIZE, viewport: DESKTOP }).left).toBe(1004)
    const cutOffAtTheLeft = boxAt(-300, 300, 400, 26)
    expect(placePopover({ anchor: cutOffAtTheLeft, size: SIZE, viewport: DESKTOP }).left).toBe(
      POPOVER_MARGIN_PX,
    )
  })

  test('over its mark if no side has room, and still inside the screen', () => {
    const viewport = { width: 390, height: 300 }
    const size = { width: 358, height: 240 }
    const anchor = boxAt(100, 140, 200, 26)
    expect(placePopover({ anchor, size, viewport })).toEqual({ left: 16, top: 44 })
  })
})

describe('for any mark, screen and text', () => {
  const viewports = fc.record({
    width: fc.integer({ min: 240, max: 2560 }),
    height: fc.integer({ min: 160, max: 1600 }),
  })
  const cases = viewports.chain((viewport) => {
    const limits = popoverLimits(viewport)
    return fc.record({
      viewport: fc.constant(viewport),
      size: fc.record({
        width: fc.integer({ min: 100, max: limits.width }),
        height: fc.integer({ min: 60, max: limits.height }),
      }),
      anchor: fc
        .record({
          left: fc.integer({ min: -500, max: viewport.width + 100 }),
          top: fc.integer({ min: -100, max: viewport.height + 100 }),
          width: fc.integer({ min: 1, max: 1500 }),
          height: fc.integer({ min: 1, max: 44 }),
        })
        .map(({ left, top, width, height }) => boxAt(left, top, width, height)),
    })
  })

  test('S-04 a popover is at most 420 px wide and 340 px high', () => {
    fc.assert(
      fc.property(viewports, (viewport) => {
        const { width, height } = popoverLimits(viewport)
        expect(width).toBeLessThanOrEqual(POPOVER_MAX_WIDTH_PX)
        expect(height).toBeLessThanOrEqual(POPOVER_MAX_HEIGHT_PX)
      }),
    )
  })

  test('S-04 a popover is inside the screen, with a margin', () => {
    fc.assert(
      fc.property(cases, ({ anchor, size, viewport }) => {
        const { left, top } = placePopover({ anchor, size, viewport })
        expect(left).toBeGreaterThanOrEqual(POPOVER_MARGIN_PX)
        expect(top).toBeGreaterThanOrEqual(POPOVER_MARGIN_PX)
        expect(left + size.width).toBeLessThanOrEqual(viewport.width - POPOVER_MARGIN_PX)
        expect(top + size.height).toBeLessThanOrEqual(viewport.height - POPOVER_MARGIN_PX)
      }),
    )
  })

  test('S-04 a popover covers its mark only if no side has room', () => {
    fc.assert(
      fc.property(cases, ({ anchor, size, viewport }) => {
        const { left, top } = placePopover({ anchor, size, viewport })
        if (!overlap(anchor, boxAt(left, top, size.width, size.height))) return
        const apart = POPOVER_GAP_PX + POPOVER_MARGIN_PX
        expect(viewport.height - anchor.bottom).toBeLessThan(size.height + apart)
        expect(anchor.top).toBeLessThan(size.height + apart)
        expect(viewport.width - anchor.right).toBeLessThan(size.width + apart)
        expect(anchor.left).toBeLessThan(size.width + apart)
      }),
      { numRuns: 1000 },
    )
  })
})

function boxAt(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height }
}

function overlap(one: Box, other: Box) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
