import type { Point } from '../../domain/map/world-projection.ts'

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Which way an arrow key points; nothing for any other key. */
export function directionOfKey(key: string): Point | undefined {
  return Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined
}

/** The nearest that lies rather in this direction than in another; nothing where there is none. */
export function nearestInDirection<P extends Point>(
  from: Point,
  others: readonly P[],
  direction: Point,
): P | undefined {
  let nearest: P | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const other of others) {
    const dx = other.x - from.x
    const dy = other.y - from.y
    const along = dx * direction.x + dy * direction.y
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x)
    const distance = Math.hypot(dx, dy)
    if (along > 0 && along >= aside && distance < shortest) {
      nearest = other
      shortest = distance
    }
  }
  return nearest
}
