import { expect, test } from 'vitest'
import { FairLine } from '../domain/fair-line.ts'
import { LineIsFull, makeTurns, OwnPlacesTaken } from './turns.ts'

test('only so many work at once, the others in the order they came', async () => {
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

test('work that fails gives its turn on', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 10 })
  const failing = turns.take('a', () => Promise.reject(new Error('no')))
  const next = turns.take('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take('a', async () => 'again')).toBe('again')
})

test('who comes when the line is full is told so at once', async () => {
  const turns = makeTurns({ atOnce: 1, longestLine: 1 })
  let end = () => {}
  const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)))
  const second = turns.take('a', async () => {})
  await expect(turns.take('b', async () => {})).rejects.toThrow(LineIsFull)
  end()
  await Promise.all([first, second])
  await expect(turns.take('a', async () => 'free')).resolves.toBe('free')
})

test('a client with all its places taken is refused, and the line stays open to others', async () => {
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

test('when the line is full, the greediest client loses its last place to one who has fewer', async () => {
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

test('one thing of each client at a time, though turns are free', async () => {
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
  // The first in line is of a client who is at work.
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  ends.get('a1')?.()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const end of ends.values()) end()
  await Promise.all(works)
  expect([turns.wouldWait('a'), turns.wouldWait('b')]).toEqual([false, false])
})

test('clients take turns: one with many places waits behind itself', () => {
  const line = new FairLine<string>({ longestLine: 10 })
  for (const one of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.join(one.slice(0, 1), one)
  const served = Array.from({ length: 4 }, () => line.next())
  line.join('d', 'd1')
  while (line.length > 0) served.push(line.next())
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'd1', 'a4'])
  expect(line.next()).toBeUndefined()
})

test('a full line of clients with one place each has none to give', () => {
  const line = new FairLine<string>({ longestLine: 2 })
  line.join('a', 'a1')
  line.join('b', 'b1')
  expect(line.join('c', 'c1')).toEqual({ kind: 'full' })
  expect(line.join('a', 'a2')).toEqual({ kind: 'full' })
  expect(line.length).toBe(2)
})

test('whatever 400 clients do, nobody waits for more than one turn of each other client', () => {
  const line = new FairLine<{ client: string; ahead: Map<string, number> }>({
    longestLine: 300,
    mostOfOne: 20,
  })
  // A generator of its own, so that a failure can be repeated.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const heads = new Map<string, { client: string; ahead: Map<string, number> }[]>()
  let most = 0
  for (let step = 0; step < 20_000; step++) {
    if (random(3) > 0) {
      // Every second request is from one address.
      const client = random(2) === 0 ? 'greedy' : String(random(400))
      const one = { client, ahead: new Map<string, number>() }
      const joining = line.join(client, one)
      if (joining.kind !== 'joined') continue
      heads.set(client, [...(heads.get(client) ?? []), one])
      const { pushedOut } = joining
      if (pushedOut !== undefined)
        heads.set(
          pushedOut.client,
          (heads.get(pushedOut.client) ?? []).filter((each) => each !== pushedOut),
        )
    } else {
      const served = line.next()
      if (served === undefined) continue
      heads.get(served.client)?.shift()
      for (const [head] of heads.values()) {
        if (head === undefined || head.client === served.client) continue
        const times = (head.ahead.get(served.client) ?? 0) + 1
        head.ahead.set(served.client, times)
        most = Math.max(most, times)
      }
    }
    expect(line.length).toBeLessThanOrEqual(300)
  }
  expect(most).toBe(1)
})

function settled() {
  return new Promise((resolve) => setImmediate(resolve))
}
