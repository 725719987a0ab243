import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurnsOfClass } from './turns-by-class.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { atOnce: 2, longestLine: 3, longestWaitMs: 1_000 }

/** What became of each, in the order in which they came. */
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

test('some work at once, some wait, the rest is told to come again at once', async () => {
  const became = come(new TurnsOfClass(LIMITS), 7)
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, 'waiting', 'waiting', 'waiting', false, false])
})

test('whoever ends lets in the one who has waited longest', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const became = come(turns, 4)
  await vi.advanceTimersByTimeAsync(10)
  turns.end('client 0')
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, true, 'waiting'])
})

test('a place that nobody waits for is free again', async () => {
  const turns = new TurnsOfClass({ ...LIMITS, longestLine: 0 })
  come(turns, 2)
  turns.end('client 0')
  turns.end('client 1')
  const became = come(turns, 3)
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, false])
})

test('whoever has waited too long is told to come again, though nobody ends', async () => {
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

test('a turn never goes to one who has waited too long', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const became = come(turns, 3)
  vi.setSystemTime(Date.now() + 5_000)
  await vi.advanceTimersByTimeAsync(1_000)
  turns.end('client 0')
  const next = come(turns, 1)
  await vi.advanceTimersByTimeAsync(0)
  expect([became, next]).toEqual([[true, true, false], [true]])
})

test('no more than so many are ever at work, whoever comes and goes', async () => {
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

test('one client never has the last place, and another is let in at once', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const flood = come(turns, 100, () => 'flood')
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.filter((became) => became === true)).toHaveLength(3)
  const reader = come(turns, 1, () => 'reader')
  await vi.advanceTimersByTimeAsync(0)
  expect(reader).toEqual([true])
})

test('a full line makes room for a client who has fewer places in it, and clients take turns', async () => {
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

test('work that a flood waits for goes ahead when a reader waits for it, too', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const places = Array.from({ length: 100 }, () => turns.queue('flood'))
  const became = places.map(() => false)
  for (const [each, { isTurn }] of places.entries())
    void isTurn.then((is) => {
      became[each] = is
    })
  const [ninetieth, eightieth] = [places[90], places[80]]
  if (ninetieth === undefined || eightieth === undefined) throw new Error('There are a hundred.')
  // The last place at work is for another client.
  turns.moveUp(ninetieth, 'reader')
  await vi.advanceTimersByTimeAsync(0)
  expect([became[90], ninetieth.client]).toEqual([true, 'reader'])
  // All are at work: the next turn of the reader, and not the 77th of the flood.
  turns.moveUp(eightieth, 'another reader')
  turns.end('flood')
  turns.end('flood')
  await vi.advanceTimersByTimeAsync(0)
  expect([became[80], eightieth.client]).toEqual([true, 'another reader'])
  expect(became.filter(Boolean)).toHaveLength(6)
  // What has had its turn stays where it is.
  turns.moveUp(eightieth, 'a third reader')
  expect(eightieth.client).toBe('another reader')
})

test('a free place goes to work that a reader waits for, too, while the flood that asked first may not go', async () => {
  const turns = new TurnsOfClass({ atOnce: 2, longestLine: 200, longestWaitMs: 1_000 })
  void turns.begin('flood')
  void turns.begin('somebody')
  const place = turns.queue('flood')
  // Its turn is next, which no place of the reader can better.
  turns.moveUp(place, 'reader')
  expect(place.client).toBe('flood')
  let isTurn = false
  void place.isTurn.then((is) => {
    isTurn = is
  })
  // One place is free, and the flood has all that one network gets.
  turns.end('somebody')
  await vi.advanceTimersByTimeAsync(0)
  expect([isTurn, place.client, turns.waiting]).toEqual([true, 'reader', 0])
  // The reader's turn ends as the reader's.
  turns.end(place.client)
  expect(await turns.begin('another')).toBe(true)
})

test('a network of IPv6 never has the last place, however many clients it has', async () => {
  const turns = new TurnsOfClass({ atOnce: 4, longestLine: 200, longestWaitMs: 1_000 })
  const flood = come(turns, 100, (each) => `2001:db8:0:${each}::/64`)
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.filter((became) => became === true)).toHaveLength(3)
  const reader = come(turns, 1, () => '2001:db8:1:0::/64')
  await vi.advanceTimersByTimeAsync(0)
  expect(reader).toEqual([true])
})
