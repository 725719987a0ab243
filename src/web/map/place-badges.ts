import type { Point } from '../../domain/map/world-projection.ts'
import { boxAround, doOverlap, type LabelBox } from './label-box.ts'

export interface Badged extends Point {
  radius: number
}

/** Including its outline. */
const BADGE_PX = 13
/** Upper right first, where readers expect it. */
const DIRECTIONS: readonly Point[] = [
  { x: 0.71, y: -0.71 },
  { x: -0.71, y: -0.71 },
  { x: 0.71, y: 0.71 },
  { x: -0.71, y: 0.71 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
]
const GAPS_PX = [1, 8, 16]

/** The last markers are the worst and choose first. */
export function placeBadges(markers: readonly Badged[]): Point[] {
  const placed: LabelBox[] = []
  const away = markers.map((): Point => ({ x: 0, y: 0 }))
  for (let at = markers.length - 1; at >= 0; at--) {
    const marker = markers[at]
    if (marker === undefined) continue
    const others = markers.filter((other) => other !== marker).map(bodyOf)
    const places = GAPS_PX.flatMap((gap) =>
      DIRECTIONS.map(({ x, y }) => ({ x: x * (marker.radius + gap), y: y * (marker.radius + gap) })),
    )
    const isFree = (place: Point) =>
      ![...placed, ...others].some((box) => doOverlap(box, boxOf(marker, place)))
    const isSeen = (place: Point) => !placed.some((box) => doOverlap(box, boxOf(marker, place)))
    const chosen = places.find(isFree) ?? places.find(isSeen) ?? places[0]
    if (chosen === undefined) continue
    away[at] = chosen
    placed.push(boxOf(marker, chosen))
  }
  return away
}

function bodyOf({ x, y, radius }: Badged): LabelBox {
  return boxAround({ x, y }, 2 * radius, 2 * radius)
}

function boxOf(marker: Badged, away: Point): LabelBox {
  return boxAround({ x: marker.x + away.x, y: marker.y + away.y }, BADGE_PX, BADGE_PX)
}
