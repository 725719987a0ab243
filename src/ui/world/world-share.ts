import { type Point, WORLD } from '../../domain/map/world-projection.ts'

/** In percent of the world: right at every zoom. */
export function shareOfWidth({ x }: Point): string {
  return percent(x / WORLD.width)
}

export function shareOfHeight({ y }: Point): string {
  return percent(y / WORLD.height)
}

/** To a tenth of a pixel when the world is as large as it gets. */
function percent(share: number) {
  return `${Number((share * 100).toFixed(3))}%`
}
