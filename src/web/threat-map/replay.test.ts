import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ARC_SHOWN_MS,
  type Departure,
  LONGEST_GAP_MS,
  MOST_ARCS_AT_ONCE,
  replay,
  SHORTEST_GAP_MS,
} from './replay.ts'

interface Flow {
  name: number
  blocked: number
}

const someFlows = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 40 })
  .map((counts) => counts.map((blocked, name): Flow => ({ name, blocked })))
const seed = fc.string()

describe('O-04 the replay of a day', () => {
  test('shows every flow in proportion to its count, after any number of arcs', () => {
    fc.assert(
      fc.property(someFlows, seed, fc.integer({ min: 1, max: 3000 }), (flows, seed, arcs) => {
        const counts = countsOf(flows, take(replay(flows, seed), arcs))
        const all = flows.reduce((sum, { blocked }) => sum + blocked, 0)
        for (const { name, blocked } of flows) {
          const share = blocked / all
          // Each flow is off by at most one turn, so all of them together by at most their number.
          expect(Math.abs((counts.get(name) ?? 0) - arcs * share)).toBeLessThanOrEqual(
            1 + flows.length * share,
          )
        }
      }),
    )
  })

  test('repeats every flow within twice its share of arcs', () => {
    fc.assert(
      fc.property(someFlows, seed, (flows, seed) => {
        const rarest = Math.min(...flows.map(({ blocked }) => blocked))
        const all = flows.reduce((sum, { blocked }) => sum + blocked, 0)
        fc.pre(all / rarest < 2000)
        const names = take(replay(flows, seed), 6000).map(({ flow }) => flow.name)
        for (const { name, blocked } of flows) {
          const longest = (2 * all) / blocked + flows.length
          const places = names.flatMap((shown, place) => (shown === name ? [place] : []))
          const waits = [-1, ...places].map((place, i) => (places[i] ?? names.length) - place)
          expect(Math.max(...waits)).toBeLessThanOrEqual(Math.ceil(longest))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('is the same for the same seed, and different for another', () => {
    const flows = Array.from({ length: 20 }, (_, name) => ({ name, blocked: 100 + name }))
    const first = take(replay(flows, '2026-11-14'), 200)
    expect(take(replay(flows, '2026-11-14'), 200)).toEqual(first)
    expect(take(replay(flows, '2026-11-15'), 200)).not.toEqual(first)
  })

  test('leaves 400 to 900 ms between arcs', () => {
    fc.assert(
      fc.property(someFlows, seed, (flows, seed) => {
        const departures = take(replay(flows, seed), 100)
        const gaps = departures.slice(1).map(({ atMs }, i) => atMs - (departures[i]?.atMs ?? 0))
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SHORTEST_GAP_MS - 1e-6)
        expect(Math.max(...gaps)).toBeLessThanOrEqual(LONGEST_GAP_MS + 1e-6)
      }),
    )
  })

  test(`never has more than ${MOST_ARCS_AT_ONCE} arcs at the same time`, () => {
    fc.assert(
      fc.property(someFlows, seed, (flows, seed) => {
        const departures = take(replay(flows, seed), 200)
        for (const { atMs } of departures) {
          const shown = departures.filter((other) => other.atMs <= atMs && atMs < other.atMs + ARC_SHOWN_MS)
          expect(shown.length).toBeLessThanOrEqual(MOST_ARCS_AT_ONCE)
        }
      }),
    )
  })

  test('skips flows without blocked threats, and is empty if there are no others', () => {
    const nothing = { name: 1, blocked: 0 }
    const something = { name: 2, blocked: 3 }
    expect(take(replay([nothing], 'a'), 5)).toEqual([])
    expect(take(replay([], 'a'), 5)).toEqual([])
    expect(take(replay([nothing, something], 'a'), 5).map(({ flow }) => flow.name)).toEqual([2, 2, 2, 2, 2])
  })
})

function take<F>(departures: Iterator<Departure<F>>, amount: number): Departure<F>[] {
  const taken: Departure<F>[] = []
  while (taken.length < amount) {
    const { value, done } = departures.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

function countsOf(flows: readonly Flow[], departures: readonly Departure<Flow>[]) {
  const counts = new Map(flows.map(({ name }) => [name, 0]))
  for (const { flow } of departures) counts.set(flow.name, (counts.get(flow.name) ?? 0) + 1)
  return counts
}
