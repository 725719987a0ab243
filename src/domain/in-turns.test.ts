import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('continues with items added meanwhile, and ends when nothing is left', async () => {
  const queue = [3]
  const done: number[] = []
  await inTurns(queue, 2, async (item) => {
    await nextTurn()
    done.push(item)
    if (item > 0) queue.push(item - 1, item - 1)
  })
  expect(done.length).toBe(15)
})

test('never exceeds the given concurrency', async () => {
  let underWay = 0
  let most = 0
  await inTurns(Array.from({ length: 20 }), 3, async () => {
    most = Math.max(most, ++underWay)
    await nextTurn()
    underWay--
  })
  expect(most).toBe(3)
})

test('rejects on the first failure, after running work has ended', async () => {
  const begun: number[] = []
  let underWay = 0
  const failing = inTurns([1, 2, 3, 4], 2, async (item) => {
    begun.push(item)
    underWay++
    if (item === 1) await nextTurn()
    underWay--
    if (item === 2) throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(underWay).toBe(0)
  expect(begun).toEqual([1, 2])
})

test('resolves immediately for an empty queue', async () => {
  await expect(inTurns([], 2, async () => {})).resolves.toBeUndefined()
})
