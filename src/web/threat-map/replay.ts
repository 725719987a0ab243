import { seededRandom } from '../../domain/threat-replay/seeded-random.ts'

export const MOST_ARCS_AT_ONCE = 12
export const SHORTEST_GAP_MS = 400
export const LONGEST_GAP_MS = 900

/** Long enough to follow, without too many at the same time. */
export const ARC_SHOWN_MS = MOST_ARCS_AT_ONCE * SHORTEST_GAP_MS

export interface Departure<Flow> {
  flow: Flow
  /** Since the start of the replay. */
  atMs: number
}

/**
 * O-04: repeats the flows of a day, each in proportion to its count. Counts are per day, so the order is random, but
 * stratified: each flow has turns at even intervals, and chance only places a turn within its interval. So even over a
 * short time no flow is missing for long or too frequent.
 */
export function* replay<Flow extends { blocked: number }>(
  flows: readonly Flow[],
  seed: string,
): Generator<Departure<Flow>, void> {
  const random = seededRandom(seed)
  const waiting = flows
    .filter(({ blocked }) => blocked > 0)
    .map((flow) => ({ flow, turns: 0, due: random() / flow.blocked }))

  for (let atMs = 0; ; atMs += gapMs(random)) {
    const next = earliest(waiting)
    if (next === undefined) return
    yield { flow: next.flow, atMs }
    next.turns++
    next.due = (next.turns + random()) / next.flow.blocked
  }
}

function earliest<T extends { due: number }>(waiting: readonly T[]): T | undefined {
  let first = waiting[0]
  for (const one of waiting) if (first === undefined || one.due < first.due) first = one
  return first
}

function gapMs(random: () => number) {
  return SHORTEST_GAP_MS + random() * (LONGEST_GAP_MS - SHORTEST_GAP_MS)
}
