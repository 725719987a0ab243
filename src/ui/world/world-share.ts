import { type Point, WORLD } from '../../domain/map/world-projection.ts'

export function shareOfWidth({ x }: Point): string {
  return percent(x / WORLD.width)
}

export function shareOfHeight({ y }: Point): string {
  return percent(y / WORLD.height)
}

/** Precise to a tenth of a pixel at maximum zoom. */
function percent(share: number) {
  return `${Number((share * 100).toFixed(3))}%`
}
