import { type Place, projectPlace, WORLD } from '../../../domain/map/world-projection.ts'

interface MapFrame {
  x: number
  y: number
  width: number
  height: number
}

/** Antarctica has no data centers: the map ends south of Tierra del Fuego. */
const WHOLE: MapFrame = { x: 0, y: 40, width: WORLD.width, height: WORLD.height * 0.72 }
const ROOM = 0.18
/** The map has no more detail beyond this. */
const SMALLEST_WIDTH = 70

export function mapFrame(places: readonly Place[]): MapFrame {
  if (places.length === 0) return WHOLE
  const points = places.map(projectPlace)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const shape = WHOLE.width / WHOLE.height
  const needed = Math.max(right - left, (bottom - top) * shape, SMALLEST_WIDTH) * (1 + 2 * ROOM)
  const width = Math.min(needed, WHOLE.width)
  const height = width / shape
  const within = (middle: number, size: number, from: number, room: number) =>
    Math.min(Math.max(middle - size / 2, from), from + room - size)
  return {
    x: within((left + right) / 2, width, WHOLE.x, WHOLE.width),
    y: within((top + bottom) / 2, height, WHOLE.y, WHOLE.height),
    width,
    height,
  }
}
