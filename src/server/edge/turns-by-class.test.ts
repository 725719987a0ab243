import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurnsOfClass } from './turns-by-class.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { atOnce: 2, longestLine: 3, longestWaitMs: 1_000 }

function come(turns: TurnsOfClass, count: number, clientOf = (each: number) => `client ${each}`) {
  const became: (boolean | 'waiting')[] = []
  for (let each = 0; each < count; each++) {
    became.push('waiting')
    void turns.begin(clientOf(each)).then((isTurn) => {
      became[each] = isTurn
    })
  }
  return became
}

test('some start immediately, some wait, the rest are refused immediately', async () => {
  const became = come(new TurnsOfClass(LIMITS), 7)
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, 'waiting', 'waiting', 'waiting', false, false])
})

test('a finished client lets in the one that has waited longest', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const became = come(turns, 4)
  await vi.advanceTimersByTimeAsync(10)
  turns.end('client 0')
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, true, 'waiting'])
})

test('a slot without a queue becomes free again', async () => {
  const turns = new TurnsOfClass({ ...LIMITS, longestLine: 0 })
  come(turns, 2)
  turns.end('client 0')
  turns.end('client 1')
  const became = come(turns, 3)
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, false])
})

test('refuses clients that have waited too long, even if no work ends', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const first = come(turns, 4)
  await vi.advanceTimersByTimeAsync(600)
  const later = come(turns, 1)
  await vi.advanceTimersByTimeAsync(500)
  expect([first, later]).toEqual([[true, true, false, false], ['waiting']])
  await vi.advanceTimersByTimeAsync(500)
  expect(later).toEqual([false])
  expect(turns.waiting).toBe(0)
})

test('never gives a turn to a client that has waited too long', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const became = come(turns, 3)
  vi.setSystemTime(Date.now() + 5_000)
  await vi.advanceTimersByTimeAsync(1_000)
  turns.end('client 0')
  const next = come(turns, 1)
  await vi.advanceTimersByTimeAsync(0)
  expect([became, next]).toEqual([[true, true, false], [true]])
})

test('never exceeds the limit, whatever the order of arrivals', async () => {
  const turns = new TurnsOfClass({ atOnce: 3, longestLine: 50, longestWaitMs: 200 })
  let atWork = 0
  let most = 0
  let done = 0
  let refused = 0
  for (let each = 0; each < 200; each++) {
    const client = `client ${each % 5}`
    void turns.begin(client).then((isTurn) => {
      if (!isTurn) return void refused++
      most = Math.max(most, ++atWork)
      setTimeout(
        () => {
          atWork--
          done++
          turns.end(client)
        },
        (each * 7) % 40,
      )
    })
    await vi.advanceTimersByTimeAsync(each % 3)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect([most, done + refused, turns.waiting]).toEqual([3, 200, 0])
  expect(refused).toBeGreaterThan(0)
})

test('one client never gets the last slot, and another starts immediately', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const flood = come(turns, 100, () => 'flood')
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.filter((became) => became === true)).toHaveLength(3)
  const reader = come(turns, 1, () => 'reader')
  await vi.advanceTimersByTimeAsync(0)
  expect(reader).toEqual([true])
})

test('a full queue makes room for a client with fewer places in it, and clients take turns', async () => {
  const turns = new TurnsOfClass({ atOnce: 1, longestLine: 20, longestWaitMs: 1_000 })
  const flood = come(turns, 100, () => 'flood')
  const readers = come(turns, 5, (each) => `reader ${each}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.filter((became) => became === 'waiting')).toHaveLength(15)
  expect(readers).toEqual(Array(5).fill('waiting'))
  turns.end('flood')
  await vi.advanceTimersByTimeAsync(0)
  turns.end('flood')
  for (let each = 0; each < 5; each++) {
    await vi.advanceTimersByTimeAsync(0)
    turns.end(`reader ${each}`)
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(readers).toEqual(Array(5).fill(true))
})

test('work that a flood waits for moves up when a reader waits for it, too', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const places = Array.from({ length: 100 }, () => turns.queue('flood'))
  const became = places.map(() => false)
  for (const [each, { isTurn }] of places.entries())
    void isTurn.then((is) => {
      became[each] = is
    })
  const [ninetieth, eightieth] = [places[90], places[80]]
  if (ninetieth === undefined || eightieth === undefined) throw new Error('There are a hundred.')
  turns.moveUp(ninetieth, 'reader')
  await vi.advanceTimersByTimeAsync(0)
  expect([became[90], ninetieth.client]).toEqual([true, 'reader'])
  turns.moveUp(eightieth, 'another reader')
  turns.end('flood')
  turns.end('flood')
  await vi.advanceTimersByTimeAsync(0)
  expect([became[80], eightieth.client]).toEqual([true, 'another reader'])
  expect(became.filter(Boolean)).toHaveLength(6)
  // Work that has already been moved stays with its client.
  turns.moveUp(eightieth, 'a third reader')
  expect(eightieth.client).toBe('another reader')
})

test('a free slot goes to work that a reader shares with a flood that may not start', async () => {
  const turns = new TurnsOfClass({ atOnce: 2, longestLine: 200, longestWaitMs: 1_000 })
  void turns.begin('flood')
  void turns.begin('somebody')
  const place = turns.queue('flood')
  turns.moveUp(place, 'reader')
  expect(place.client).toBe('flood')
  let isTurn = false
  void place.isTurn.then((is) => {
    isTurn = is
  })
  turns.end('somebody')
  await vi.advanceTimersByTimeAsync(0)
  expect([isTurn, place.client, turns.waiting]).toEqual([true, 'reader', 0])
  turns.end(place.client)
  expect(await turns.begin('another')).toBe(true)
})

test('an IPv6 network never gets the last slot, however many clients it has', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const flood = come(turns, 100, (each) => `2001:db8:0:${each}::/64`)
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.filter((became) => became === true)).toHaveLength(3)
  const reader = come(turns, 1, () => '2001:db8:1:0::/64')
  await vi.advanceTimersByTimeAsync(0)
  expect(reader).toEqual([true])
})
