import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TurnsOfClass } from './turns-by-class.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { atOnce: 2, longestLine: 3, longestWaitMs: 1_000 }

/** What became of each, in the order in which they came. */
function come(turns: TurnsOfClass, count: number) {
  const became: (boolean | 'waiting')[] = []
  for (let each = 0; each < count; each++) {
    became.push('waiting')
    void turns.begin().then((isTurn) => {
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
  turns.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual([true, true, true, 'waiting'])
})

test('a client that fills the line gives up places to others, and waits behind itself', async () => {
  const turns = new TurnsOfClass(LIMITS)
  const became: Record<string, boolean> = {}
  const comes = (client: string, name: string) =>
    void turns.begin(client).then((isTurn) => {
      became[name] = isTurn
    })
  for (const name of ['g1', 'g2', 'g3', 'g4', 'g5']) comes('greedy', name)
  comes('other', 'o1')
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual({ g1: true, g2: true, g5: false })
  turns.end()
  turns.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(became).toEqual({ g1: true, g2: true, g5: false, g3: true, o1: true })
})

test('a place that nobody waits for is free again', async () => {
  const turns = new TurnsOfClass({ ...LIMITS, longestLine: 0 })
  come(turns, 2)
  turns.end()
  turns.end()
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
  turns.end()
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
    void turns.begin().then((isTurn) => {
      if (!isTurn) return void refused++
      most = Math.max(most, ++atWork)
      setTimeout(
        () => {
          atWork--
          done++
          turns.end()
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
