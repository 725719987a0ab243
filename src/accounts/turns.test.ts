import { expect, test } from 'vitest'
import { LineIsFull, makeTurns } from './turns.ts'

test('only so many work at once, the others in the order they came', async () => {
  const turns = makeTurns({ atOnce: 2, longestLine: 10 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((name) =>
    turns.take(
      () =>
        new Promise<number>((resolve) => {
          begun.push(name)
          ends.push(() => resolve(name))
        }),
    ),
  )
  await settled()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await settled()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await settled()
  ends[3]?.()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('work that fails gives its turn on', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 10 })
  const failing = turns.take(() => Promise.reject(new Error('no')))
  const next = turns.take(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take(async () => 'again')).toBe('again')
})

test('who comes when the line is full is told so at once', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 1 })
  let end = () => {}
  const first = turns.take(() => new Promise<void>((resolve) => (end = resolve)))
  const second = turns.take(async () => {})
  await expect(turns.take(async () => {})).rejects.toThrow(LineIsFull)
  end()
  await Promise.all([first, second])
  await expect(turns.take(async () => 'free')).resolves.toBe('free')
})

function settled() {
  return new Promise((resolve) => setImmediate(resolve))
}
