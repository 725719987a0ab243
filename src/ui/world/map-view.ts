import { MARKER_MERGE_DEGREES } from '../../domain/constants.ts'
import { type Point, WORLD } from '../../domain/map/world-projection.ts'

export interface MapView {
  /** World point at the center of the box. */
  x: number
  y: number
  /** At 1 the world is as wide as the box. */
  zoom: number
}

/** In pixels. */
export interface BoxSize {
  width: number
  height: number
}

/** The center of all land, which ends at 83° north and 56° south. Both numbers are also in the styles. */
const MIDDLE_OF_LAND = { x: 0.508 * WORLD.width, y: 0.427 * WORLD.height }

/**
 * On phones the edges of the Pacific are cut off, so that land fills more of a tall box. Both numbers are also in the
 * styles.
 */
const LEAST_WORLD_PX = 488
const MOST_START_ZOOM = 1.25

export function startView(box: BoxSize): MapView {
  return withinWorld({ ...MIDDLE_OF_LAND, zoom: startZoom(box) }, box)
}

function startZoom({ width }: BoxSize) {
  return between(LEAST_WORLD_PX / width, 1, MOST_START_ZOOM)
}

export function isAtStart(view: MapView, box: BoxSize): boolean {
  const start = startView(box)
  return (['x', 'y', 'zoom'] as const).every((key) => Math.abs(view[key] - start[key]) < 1e-3)
}

/** Maximum zoom: two places in one city are side by side, and there is no more detail. */
const CLOSEST_PX_PER_DEGREE = 256
/** From here on, the simplified coastlines become visible. */
const CLOSE_PX_PER_DEGREE = 8
/** Two markers this far apart at the equator look separate. Where most people live, it is half as much again. */
const MARKER_ROOM_PX = 9

export function withinWorld({ x, y, zoom }: MapView, box: BoxSize): MapView {
  const kept = Math.min(Math.max(zoom, 1), closestZoom(box))
  const half = halfExtent(kept, box)
  return {
    x: between(x, half.width, WORLD.width - half.width),
    // If the whole height fits, the position stays as it was initially.
    y: between(
      y,
      Math.min(half.height, MIDDLE_OF_LAND.y),
      Math.max(WORLD.height - half.height, MIDDLE_OF_LAND.y),
    ),
    zoom: kept,
  }
}

/** By this many pixels. */
export function pushed(view: MapView, { x, y }: Point, box: BoxSize): MapView {
  const scale = pxPerUnit(view.zoom, box)
  return withinWorld({ ...view, x: view.x - x / scale, y: view.y - y / scale }, box)
}

/** The point, in pixels from the center of the box, stays in place. */
export function zoomedAround(view: MapView, factor: number, point: Point, box: BoxSize): MapView {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), closestZoom(box))
  const gain = 1 / pxPerUnit(view.zoom, box) - 1 / pxPerUnit(zoom, box)
  return withinWorld({ x: view.x + point.x * gain, y: view.y + point.y * gain, zoom }, box)
}

const FIT_MARGIN_PX = 56
const CLOSEST_FIT_PX_PER_DEGREE = 40

/** Limited, so that a single point keeps its surroundings. */
export function fittedTo(points: readonly Point[], box: BoxSize): MapView {
  if (points.length === 0) return startView(box)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(
    (box.width - 2 * FIT_MARGIN_PX) / (east - west),
    (box.height - 2 * FIT_MARGIN_PX) / (south - north),
    CLOSEST_FIT_PX_PER_DEGREE / UNITS_PER_DEGREE,
  )
  return withinWorld(
    { x: (west + east) / 2, y: (north + south) / 2, zoom: (scale * WORLD.width) / box.width },
    box,
  )
}

/** A point at the same position in both views stays there. */
export function onTheWay(from: MapView, to: MapView, part: number): MapView {
  if (part >= 1) return to
  const zoom = from.zoom * (to.zoom / from.zoom) ** part
  const isZooming = Math.abs(to.zoom / from.zoom - 1) > 1e-6
  const moved = isZooming ? (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom) : part
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, zoom }
}

export interface MapDetail {
  mergeDegrees: number
  isClose: boolean
  canZoomIn: boolean
  canZoomOut: boolean
  /** A lower bound in steps, for whatever must fit between the markers. */
  pxPerUnit: number
}

export const FIRST_DETAIL: MapDetail = {
  mergeDegrees: MARKER_MERGE_DEGREES,
  isClose: false,
  canZoomIn: true,
  canZoomOut: false,
  pxPerUnit: 1,
}

/** In steps, so that zooming rarely redraws the markers. */
export function detailAt(zoom: number, box: BoxSize): MapDetail {
  const perDegree = pxPerUnit(zoom, box) * UNITS_PER_DEGREE
  return {
    mergeDegrees: Math.min(MARKER_MERGE_DEGREES, MARKER_ROOM_PX / stepBelow(perDegree)),
    isClose: perDegree >= CLOSE_PX_PER_DEGREE,
    canZoomIn: zoom < closestZoom(box) * (1 - 1e-6),
    canZoomOut: zoom > 1 + 1e-6,
    pxPerUnit: stepBelow(pxPerUnit(zoom, box)),
  }
}

function stepBelow(value: number) {
  return Math.SQRT2 ** Math.floor(Math.log(value) / Math.log(Math.SQRT2) + 1e-9)
}

const UNITS_PER_DEGREE = WORLD.width / 360

function closestZoom({ width }: BoxSize) {
  return Math.max(1, (CLOSEST_PX_PER_DEGREE * 360) / width)
}

function pxPerUnit(zoom: number, { width }: BoxSize) {
  return (width * zoom) / WORLD.width
}

/** From the center of a box to its edges, in world units. */
function halfExtent(zoom: number, box: BoxSize): BoxSize {
  const width = WORLD.width / 2 / zoom
  return { width, height: (width * box.height) / box.width }
}

function between(value: number, least: number, most: number) {
  return Math.max(least, Math.min(most, value))
}
