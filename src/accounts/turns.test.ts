import { expect, test } from 'vitest'
import { LineIsFull, makeTurns, OwnPlacesTaken } from './turns.ts'

test('runs a limited number at the same time, the others in order of arrival', async () => {
  const turns = makeTurns({ atOnce: 2, longestLine: 10 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((name) =>
    turns.take(
      'a',
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

test('failing work passes its turn on', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 10 })
  const failing = turns.take('a', () => Promise.reject(new Error('no')))
  const next = turns.take('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take('a', async () => 'again')).toBe('again')
})

test('work is refused immediately when the line is full', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 1 })
  let end = () => {}
  const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)))
  const second = turns.take('a', async () => {})
  await expect(turns.take('b', async () => {})).rejects.toThrow(LineIsFull)
  end()
  await Promise.all([first, second])
  await expect(turns.take('a', async () => 'free')).resolves.toBe('free')
})

test('a client that uses all its places is refused, and the line stays open to others', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 10, mostOfOne: 2 })
  let end = () => {}
  const first = turns.take('greedy', () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = [turns.take('greedy', async () => {}), turns.take('greedy', async () => {})]
  await expect(turns.take('greedy', async () => {})).rejects.toThrow(OwnPlacesTaken)
  const other = turns.take('other', async () => 'served')
  end()
  expect(await other).toBe('served')
  await Promise.all([first, ...waiting])
})

test('when the line is full, the greediest client loses its last place to one with fewer', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 3 })
  let end = () => {}
  const first = turns.take('greedy', () => new Promise<void>((resolve) => (end = resolve)))
  const begun: string[] = []
  const waiting = [1, 2, 3].map((number) => turns.take('greedy', async () => begun.push(`greedy ${number}`)))
  const refused = expect(waiting[2]).rejects.toThrow(OwnPlacesTaken)
  const other = turns.take('other', async () => begun.push('other'))
  await refused
  end()
  await Promise.all([first, waiting[0], waiting[1], other])
  expect(begun).toEqual(['greedy 1', 'other', 'greedy 2'])
})

test('each client runs one thing at a time, even if turns are free', async () => {
  const turns = makeTurns({ atOnce: 2, longestLine: 10, mostOfOne: 1, isOneEach: true })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (client: string, name: string) =>
    turns.take(client, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const works = [take('a', 'a1'), take('a', 'a2')]
  await expect(take('a', 'a3')).rejects.toThrow(OwnPlacesTaken)
  expect([turns.wouldWait('a'), turns.wouldWait('b')]).toEqual([true, false])
  works.push(take('b', 'b1'), take('c', 'c1'))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  ends.get('b1')?.()
  await settled()
  // The first client in line is already working.
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  ends.get('a1')?.()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const end of ends.values()) end()
  await Promise.all(works)
  expect([turns.wouldWait('a'), turns.wouldWait('b')]).toEqual([false, false])
})

function settled() {
  return new Promise((resolve) => setImmediate(resolve))
}
