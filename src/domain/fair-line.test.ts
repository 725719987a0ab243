import { expect, test } from 'vitest'
import { FairLine } from './fair-line.ts'

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
