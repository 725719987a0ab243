import { seededRandom } from '../../domain/threat-replay/seeded-random.ts'

export const MOST_ARCS_AT_ONCE = 12
export const SHORTEST_GAP_MS = 400
export const LONGEST_GAP_MS = 900

/** From departure until it is gone: long enough that it can be followed, and never too many at once. */
export const ARC_SHOWN_MS = MOST_ARCS_AT_ONCE * SHORTEST_GAP_MS

export interface Departure<Flow> {
  flow: Flow
  /** Since the beginning of the replay. */
  atMs: number
}

/**
 * O-04: the flows of a day, over and over, each as often as its count asks for. Counts are of whole days, so the order
 * is drawn by lot, but not blindly: each flow has its turns at even distances, and the lot only places each turn
 * within its stretch. So none is forgotten for long and none comes too often, however short one looks on.
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
