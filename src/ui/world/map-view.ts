import { MARKER_MERGE_DEGREES } from '../../domain/constants.ts'
import { type Point, WORLD } from '../../domain/map/world-projection.ts'

/** What of the world a box shows. */
export interface MapView {
  /** The point of the world, in its units, that is in the middle of the box. */
  x: number
  y: number
  /** 1: the world is as wide as the box. */
  zoom: number
}

/** In pixels. */
export interface BoxSize {
  width: number
  height: number
}

/** In the middle of the box is the middle of all land, which ends at 83° north and 56° south. The style knows both numbers. */
const MIDDLE_OF_LAND = { x: 0.508 * WORLD.width, y: 0.427 * WORLD.height }

/** On a phone the edges of the Pacific give way, so that land has more of a high box. The style knows both numbers. */
const LEAST_WORLD_PX = 488
const MOST_START_ZOOM = 1.25

/** What a box shows at first, and when the reader asks for the world: as wide as the box, or a bit wider. */
export function startView(box: BoxSize): MapView {
  return withinWorld({ ...MIDDLE_OF_LAND, zoom: startZoom(box) }, box)
}

function startZoom({ width }: BoxSize) {
  return between(LEAST_WORLD_PX / width, 1, MOST_START_ZOOM)
}

/** To a hair: a view that was moved there and back is the same. */
export function isAtStart(view: MapView, box: BoxSize): boolean {
  const start = startView(box)
  return (['x', 'y', 'zoom'] as const).every((key) => Math.abs(view[key] - start[key]) < 1e-3)
}

/** Here two places of one city stand side by side; beyond, there is nothing more to see. */
const CLOSEST_PX_PER_DEGREE = 256
/** Where the corners of the coarse ground begin to show. */
const CLOSE_PX_PER_DEGREE = 8
/** A marker beside another, seen as two; at the equator, and where most people live half as much again. */
const MARKER_ROOM_PX = 9

/** Nobody gets lost: at least as wide as the box, never past the edge of the world. */
export function withinWorld({ x, y, zoom }: MapView, box: BoxSize): MapView {
  const kept = Math.min(Math.max(zoom, 1), closestZoom(box))
  const half = halfExtent(kept, box)
  return {
    x: between(x, half.width, WORLD.width - half.width),
    // Where the whole height fits, the world stands as it did at first.
    y: between(
      y,
      Math.min(half.height, MIDDLE_OF_LAND.y),
      Math.max(WORLD.height - half.height, MIDDLE_OF_LAND.y),
    ),
    zoom: kept,
  }
}

/** As if the map were pushed by so many pixels. */
export function pushed(view: MapView, { x, y }: Point, box: BoxSize): MapView {
  const scale = pxPerUnit(view.zoom, box)
  return withinWorld({ ...view, x: view.x - x / scale, y: view.y - y / scale }, box)
}

/** What is under the point, in pixels from the middle of the box, stays there. */
export function zoomedAround(view: MapView, factor: number, point: Point, box: BoxSize): MapView {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), closestZoom(box))
  const gain = 1 / pxPerUnit(view.zoom, box) - 1 / pxPerUnit(zoom, box)
  return withinWorld({ x: view.x + point.x * gain, y: view.y + point.y * gain, zoom }, box)
}

/** Room around what a view is fitted to, for markers and controls at the edge. */
const FIT_MARGIN_PX = 56
const CLOSEST_FIT_PX_PER_DEGREE = 40

/** All points in sight, as large as that goes; one point alone is not looked at through a microscope. */
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

/** On the way from one view to another, `part` of it done. A point that is in one place in both stays there. */
export function onTheWay(from: MapView, to: MapView, part: number): MapView {
  if (part >= 1) return to
  const zoom = from.zoom * (to.zoom / from.zoom) ** part
  const isZooming = Math.abs(to.zoom / from.zoom - 1) > 1e-6
  const moved = isZooming ? (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom) : part
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, zoom }
}

/** How much of the map is drawn at a zoom. */
export interface MapDetail {
  /** What is this near is one marker. */
  mergeDegrees: number
  isClose: boolean
  canZoomIn: boolean
  canZoomOut: boolean
  /** How large a unit of the world is at least: in steps, for whatever must find room between the markers. */
  pxPerUnit: number
}

/** What server and browser show at first. */
export const FIRST_DETAIL: MapDetail = {
  mergeDegrees: MARKER_MERGE_DEGREES,
  isClose: false,
  canZoomIn: true,
  canZoomOut: false,
  pxPerUnit: 1,
}

/**
 * Half a degree is one marker until there is room for two side by side; then markers open up as far as places differ.
 * In steps, so that zooming draws them anew only now and then.
 */
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

/** The nearest power of √2 that is not more. */
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

/** From the middle of a box to its edges, in units of the world. */
function halfExtent(zoom: number, box: BoxSize): BoxSize {
  const width = WORLD.width / 2 / zoom
  return { width, height: (width * box.height) / box.width }
}

function between(value: number, least: number, most: number) {
  return Math.max(least, Math.min(most, value))
}
