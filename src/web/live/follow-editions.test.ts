import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditionState } from '../../contract/edition.ts'
import { type Follower, followEditions, type RefreshResult } from './follow-editions.ts'

const START = new Date('2026-11-15T10:00:00.000Z')
const ROUND_MS = 5_000
const SPREAD_MS = 750

let site: EditionState | 'out of reach'
let asked: number[]
let refreshed: number
let refresh: () => Promise<RefreshResult>
let lostSince: (Date | undefined)[]
let maintenance: boolean[]
let follower: Follower

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  site = edition(7)
  asked = []
  refreshed = 0
  refresh = async () => ({ kind: 'shown', edition: numberOf(site) })
  lostSince = []
  maintenance = []
  follower = followEditions({
    shown: edition(7),
    ask: async () => {
      asked.push(Date.now() - START.getTime())
      if (site === 'out of reach') throw new TypeError('Failed to fetch')
      return site
    },
    refresh: () => {
      refreshed++
      return refresh()
    },
    onLost: (since) => lostSince.push(since),
    onMaintenance: (isOn) => maintenance.push(isOn),
    clock: Date.now,
    chance: () => 0.5,
  })
})

afterEach(() => {
  follower.stop()
  vi.useRealTimers()
})

test('without news it only polls every few seconds', async () => {
  follower.start()
  await pass(20_000)
  expect(asked).toEqual([5_000, 10_000, 15_000, 20_000])
  expect([refreshed, lostSince]).toEqual([0, []])
})

test('a publication is shown once, shortly after it is noticed', async () => {
  follower.start()
  await pass(6_000)
  site = edition(8)
  await pass(4_000 + SPREAD_MS - 1)
  expect(refreshed).toBe(0)
  await pass(1)
  expect(refreshed).toBe(1)
  await pass(60_000)
  expect(refreshed).toBe(1)
})

test('content becoming stale, or confirmed again, is news', async () => {
  follower.start()
  site = { ...edition(7), stale_since: START.toISOString() }
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(1)
  site = edition(7)
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(2)
})

test('O-01 a banner that starts or ends without a publication is news, an earlier one is not', async () => {
  follower.start()
  site = { ...edition(7), turned_at: '2026-11-15T10:00:00.000Z' }
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(1)
  site = { ...edition(7), turned_at: '2026-11-15T09:00:00.000Z' }
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(1)
})

test('O-02 a site in maintenance is polled but not read; once it opens, updates are shown', async () => {
  follower.start()
  site = { ...edition(8), in_maintenance: true }
  await pass(40_000)
  expect([refreshed, lostSince, maintenance.at(-1)]).toEqual([0, [], true])
  site = edition(9)
  await pass(ROUND_MS + SPREAD_MS)
  expect([refreshed, maintenance.at(-1)]).toEqual([1, false])
})

test('a server that lags behind does not roll a page back', async () => {
  site = edition(6)
  follower.start()
  await pass(30_000)
  expect([refreshed, lostSince]).toEqual([0, []])
})

test('a page from a server that lags behind is read again', async () => {
  site = edition(8)
  refresh = async () => ({ kind: 'shown', edition: 7 })
  follower.start()
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(1)
  refresh = async () => ({ kind: 'shown', edition: 8 })
  await pass(2 * ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(2)
  await pass(60_000)
  expect([refreshed, lostSince]).toEqual([2, []])
})

test('a page that a navigation loaded from an older edition is read again, once', async () => {
  follower.start()
  await pass(ROUND_MS)
  for (const edition of [7, 6, 8]) follower.loaded(edition, { isStandIn: false })
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(1)
  await pass(60_000)
  expect([refreshed, lostSince]).toEqual([1, []])
  // An old page from a cache has not changed since; a stand-in from a busy site may have.
  follower.loaded(6, { isStandIn: false })
  await pass(60_000)
  expect(refreshed).toBe(1)
  follower.loaded(6, { isStandIn: true })
  await pass(60_000)
  expect([refreshed, lostSince]).toEqual([2, []])
})

test('an update overtaken by navigation is retried in the next round', async () => {
  site = edition(8)
  refresh = async () => ({ kind: 'overtaken' })
  follower.start()
  await pass(ROUND_MS + SPREAD_MS)
  refresh = async () => ({ kind: 'shown', edition: 8 })
  await pass(ROUND_MS + SPREAD_MS)
  expect(refreshed).toBe(2)
  await pass(60_000)
  expect([refreshed, lostSince]).toEqual([2, []])
})

test('an unreachable site is polled less and less often, and after twenty seconds the page says since when', async () => {
  follower.start()
  await pass(ROUND_MS)
  site = 'out of reach'
  await pass(19_999)
  expect(lostSince).toEqual([])
  await pass(1)
  expect(lostSince).toEqual([new Date(START.getTime() + ROUND_MS)])
  await pass(200_000)
  expect(asked).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 140_000, 200_000])
  expect(lostSince).toHaveLength(1)
})

test('a restored connection is reported immediately and polling returns to normal', async () => {
  site = 'out of reach'
  follower.start()
  await pass(30_000)
  site = edition(7)
  await pass(5_000)
  expect(lostSince).toEqual([START, undefined])
  asked = []
  await pass(ROUND_MS)
  expect(asked).toHaveLength(1)
})

test('a failure shorter than twenty seconds is not reported', async () => {
  follower.start()
  site = 'out of reach'
  await pass(12_000)
  site = edition(7)
  await pass(60_000)
  expect(lostSince).toEqual([])
})

test('a failed read is retried, and a page left behind says since when', async () => {
  site = edition(8)
  refresh = async () => ({ kind: 'failed' })
  follower.start()
  await pass(19_999)
  expect([refreshed > 1, lostSince]).toEqual([true, []])
  await pass(1)
  expect(lostSince).toEqual([START])
  refresh = async () => ({ kind: 'shown', edition: 8 })
  await pass(60_000)
  expect(lostSince).toEqual([START, undefined])
})

test('a paused page does not poll; resuming polls immediately', async () => {
  follower.start()
  await pass(ROUND_MS)
  follower.pause()
  await pass(3_600_000)
  expect(asked).toEqual([5_000])
  follower.startAtOnce()
  await pass(0)
  expect(asked).toEqual([5_000, 3_605_000])
  await pass(ROUND_MS)
  expect(asked).toHaveLength(3)
})

test('a page that resumes while the site is unreachable immediately says how old it is', async () => {
  follower.start()
  follower.pause()
  await pass(3_600_000)
  site = 'out of reach'
  follower.startAtOnce()
  await pass(0)
  expect(lostSince).toEqual([START])
})

test('starting immediately twice polls once', async () => {
  follower.startAtOnce()
  follower.startAtOnce()
  await pass(0)
  expect(asked).toHaveLength(1)
  await pass(ROUND_MS)
  expect(asked).toHaveLength(2)
})

test('after stopping it neither polls nor reports', async () => {
  follower.start()
  site = 'out of reach'
  await pass(ROUND_MS)
  follower.stop()
  await pass(3_600_000)
  expect([asked.length, lostSince]).toEqual([1, []])
})

function pass(ms: number) {
  return vi.advanceTimersByTimeAsync(ms)
}

function edition(number: number): EditionState {
  return {
    number,
    published_at: START.toISOString(),
    stale_since: null,
    turned_at: null,
    in_maintenance: false,
  }
}

function numberOf(state: typeof site) {
  return state === 'out of reach' ? 0 : state.number
}
