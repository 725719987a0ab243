import { MARKER_MERGE_DEGREES } from '../../domain/constants.ts'
import type { Place } from '../../domain/map/world-projection.ts'
import { angularDistance, middleOf } from './angular-distance.ts'

export interface Placed extends Place {
  tid: number
}

export interface Marker<C extends Placed> {
  /** The lowest id of its members, so it doesn't depend on what else is on the map. */
  id: number
  place: Place
  members: readonly [C, ...C[]]
}

/**
 * M-03: a place within reach of any member joins the group, so groups grow from neighbor to neighbor. The input order
 * doesn't matter.
 */
export function mergeMarkers<C extends Placed>(
  centers: readonly C[],
  degrees = MARKER_MERGE_DEGREES,
): Marker<C>[] {
  return groupNearby(centers, degrees).map(toMarker)
}

/** Half a degree must count as half a degree despite floating-point rounding. */
const ROUNDING_DEGREES = 1e-9

export function isWithin(a: Place, b: Place, degrees: number): boolean {
  return angularDistance(a, b) <= degrees + ROUNDING_DEGREES
}

/**
 * Sorted from south to north: places are never closer than their latitudes, so each is only compared within a narrow
 * band.
 */
function groupNearby<C extends Placed>(centers: readonly C[], degrees: number): [C, ...C[]][] {
  const northward = centers.toSorted((a, b) => a.latitude - b.latitude || a.tid - b.tid)
  const groups = disjointGroups(northward.length)
  northward.forEach((center, at) => {
    for (let next = at + 1; next < northward.length; next++) {
      const other = northward[next]
      if (other === undefined || other.latitude - center.latitude > degrees + ROUNDING_DEGREES) break
      if (!groups.areJoined(at, next) && isWithin(center, other, degrees)) groups.join(at, next)
    }
  })

  const members = new Map<number, [C, ...C[]]>()
  northward.forEach((center, at) => {
    const group = members.get(groups.rootOf(at))
    if (group === undefined) members.set(groups.rootOf(at), [center])
    else group.push(center)
  })
  return [...members.values()]
}

function disjointGroups(size: number) {
  const parents = Array.from({ length: size }, (_, index) => index)
  function rootOf(index: number): number {
    let root = index
    while (parents[root] !== root) root = parents[root] ?? root
    // Path compression.
    for (let at = index; at !== root; ) {
      const next = parents[at] ?? root
      parents[at] = root
      at = next
    }
    return root
  }
  return {
    rootOf,
    areJoined: (a: number, b: number) => rootOf(a) === rootOf(b),
    join: (a: number, b: number) => {
      parents[rootOf(b)] = rootOf(a)
    },
  }
}

function toMarker<C extends Placed>(group: [C, ...C[]]): Marker<C> {
  const members = group.sort((a, b) => a.tid - b.tid)
  return { id: members[0].tid, place: middleOf(members), members }
}
