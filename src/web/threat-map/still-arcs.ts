import { THREAT_CATEGORIES, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import { type Arc, arcBetween } from './arc.ts'
import type { ThreatFlow } from './threat-flow.ts'

/** More would be a tangle. */
export const MOST_STILL_ARCS = 40

const THINNEST_PX = 0.8
const THICKEST_PX = 4

export interface StillArc {
  key: string
  arc: Arc
  category: ThreatCategory
  widthPx: number
}

/** O-04. Families of one category on the same route share a line. */
export function stillArcs(flows: readonly ThreatFlow[]): StillArc[] {
  const ways = waysOf(flows)
    .sort((a, b) => b.blocked - a.blocked)
    .slice(0, MOST_STILL_ARCS)
  const most = ways[0]?.blocked ?? 0
  return ways.reverse().map(({ key, flow, blocked }) => ({
    key,
    arc: arcOf(flow),
    category: flow.category,
    widthPx: lineWidthPx(blocked / most),
  }))
}

export function wayOf({ country, data_center, category }: ThreatFlow): string {
  return `${country}-${data_center.tid}-${category}`
}

/** Each category has its own lane, so that lines between two places don't overlap. */
export function arcOf({ from, data_center, category }: ThreatFlow): Arc {
  return arcBetween(from, data_center, THREAT_CATEGORIES.indexOf(category))
}

/** By square root, so that small counts remain distinguishable. */
function lineWidthPx(share: number) {
  return Math.round(100 * (THINNEST_PX + (THICKEST_PX - THINNEST_PX) * Math.sqrt(share))) / 100
}

function waysOf(flows: readonly ThreatFlow[]) {
  const ways = new Map<string, { key: string; flow: ThreatFlow; blocked: number }>()
  for (const flow of flows.filter(({ blocked }) => blocked > 0)) {
    const key = wayOf(flow)
    const way = ways.get(key)
    if (way === undefined) ways.set(key, { key, flow, blocked: flow.blocked })
    else way.blocked += flow.blocked
  }
  return [...ways.values()]
}
