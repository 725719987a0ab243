import { type Place, type Point, projectPlace, WORLD } from '../../domain/map/world-projection.ts'

/** A quadratic curve in world units. It may cross the edge of the map, where drawing cuts it. */
export interface Arc {
  from: Point
  control: Point
  to: Point
}

/** Height relative to the length; each lane is higher, so that arcs don't hide each other. */
const BOW = 0.14
const BOW_PER_LANE = 0.035
/** Minimum height, so that arcs within one city are visible. */
const LOWEST_BOW_UNITS = 9

/** O-04: the short way around, bent away from the equator like flight paths on such maps. */
export function arcBetween(origin: Place, target: Place, lane = 0): Arc {
  const from = projectPlace(origin)
  const to = nearestCopy(projectPlace(target), from)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const middle = { x: from.x + dx / 2, y: from.y + dy / 2 }
  const bow = Math.max(LOWEST_BOW_UNITS, length * (BOW + lane * BOW_PER_LANE))
  const poleward = middle.y <= WORLD.height / 2 ? -1 : 1
  const across = length === 0 ? { x: 0, y: poleward } : { x: dy / length, y: -dx / length }
  const side = Math.sign(across.y) === -poleward ? -1 : 1
  return {
    from,
    // A curve rises half as high as its control point.
    control: { x: middle.x + side * across.x * 2 * bow, y: onMap(middle.y + side * across.y * 2 * bow) },
    to,
  }
}

/** The part of an arc between two fractions, cut at the edge of the map, with each piece in map coordinates. */
export function arcPieces(arc: Arc, start = 0, end = 1): Arc[] {
  const cuts = [start, ...edgeCrossings(arc).filter((at) => at > start && at < end), end]
  return cuts.slice(1).map((until, i) => ontoMap(stretchOf(arc, cuts[i] ?? start, until)))
}

export function arcPath(arc: Arc, start = 0, end = 1): string {
  return arcPieces(arc, start, end)
    .map(({ from, control, to }) => `M${written(from)}Q${written(control)} ${written(to)}`)
    .join('')
}

export function placeOnArc(arc: Arc, part: number): Point {
  const { x, y } = blend(arc, part, part)
  return { x: x - mapsBeyond(x) * WORLD.width, y }
}

/** The world repeats on both sides of the map; the shortest way may lead there. */
function nearestCopy(point: Point, from: Point): Point {
  return { x: point.x - Math.round((point.x - from.x) / WORLD.width) * WORLD.width, y: point.y }
}

function onMap(y: number) {
  return Math.min(Math.max(y, 0), WORLD.height)
}

function edgeCrossings({ from, control, to }: Arc): number[] {
  const a = from.x - 2 * control.x + to.x
  const b = 2 * (control.x - from.x)
  return [0, WORLD.width].flatMap((edge) => roots(a, b, from.x - edge)).sort((p, q) => p - q)
}

function roots(a: number, b: number, c: number): number[] {
  if (Math.abs(a) < ALMOST_STRAIGHT_UNITS) return b === 0 ? [] : [-c / b]
  const under = b * b - 4 * a * c
  if (under <= 0) return []
  const root = Math.sqrt(under)
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)]
}

const ALMOST_STRAIGHT_UNITS = 1e-6

function stretchOf(arc: Arc, start: number, end: number): Arc {
  return { from: blend(arc, start, start), control: blend(arc, start, end), to: blend(arc, end, end) }
}

/** De Casteljau: equal fractions give a point on the curve, different ones a control point. */
function blend({ from, control, to }: Arc, first: number, second: number): Point {
  return between(between(from, control, first), between(control, to, first), second)
}

function between(a: Point, b: Point, part: number): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
}

function ontoMap(piece: Arc): Arc {
  const shift = -mapsBeyond(blend(piece, 0.5, 0.5).x) * WORLD.width
  const { from, control, to } = piece
  return { from: moved(from, shift), control: moved(control, shift), to: moved(to, shift) }
}

function mapsBeyond(x: number) {
  return Math.floor(x / WORLD.width)
}

function moved({ x, y }: Point, byX: number): Point {
  return { x: x + byX, y }
}

function written({ x, y }: Point) {
  return `${tenths(x)} ${tenths(y)}`
}

function tenths(units: number) {
  return Math.round(units * 10) / 10
}
