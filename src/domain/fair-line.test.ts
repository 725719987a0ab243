import { describe, expect, test } from 'vitest'
import { FairLine } from './fair-line.ts'

test('clients take turns: a client with many places waits behind itself', () => {
  const line = new FairLine<string>({ longestLine: 10 })
  for (const one of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.join(one.slice(0, 1), one)
  const served = Array.from({ length: 4 }, () => line.next())
  line.join('d', 'd1')
  while (line.length > 0) served.push(line.next())
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'd1', 'a4'])
  expect(line.next()).toBeUndefined()
})

test('a full line of clients with one place each accepts no more', () => {
  const line = new FairLine<string>({ longestLine: 2 })
  line.join('a', 'a1')
  line.join('b', 'b1')
  expect(line.join('c', 'c1')).toEqual({ kind: 'full' })
  expect(line.join('a', 'a2')).toEqual({ kind: 'full' })
  expect(line.length).toBe(2)
})

test('with 400 random clients, each waits for at most one turn of every other client', () => {
  const line = new FairLine<{ client: string; ahead: Map<string, number> }>({
    longestLine: 300,
    mostOfOne: 20,
  })
  // Deterministic, so that a failure can be reproduced.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const heads = new Map<string, { client: string; ahead: Map<string, number> }[]>()
  let most = 0
  for (let step = 0; step < 20_000; step++) {
    if (random(3) > 0) {
      // Every second request comes from one address.
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

describe('a network with unlimited clients', () => {
  const groupOf = (client: string) => client.split('/')[0] ?? ''
  const flood = (line: FairLine<string>, clients: number, each = 1) => {
    for (let client = 0; client < clients; client++)
      for (let n = 0; n < each; n++) line.join(`flood/${client}`, `flood/${client}`)
  }

  test('gets the places of four clients', () => {
    const line = new FairLine<string>({ longestLine: 300, mostOfOne: 20, groupOf })
    flood(line, 300)
    expect(line.length).toBe(80)
    expect(line.join('flood/300', 'flood/300')).toEqual({ kind: 'own-places-taken' })
    expect(line.join('other/0', 'other/0')).toEqual({ kind: 'joined', pushedOut: undefined })
  })

  test('loses a place in a full line to a client of another network', () => {
    const line = new FairLine<string>({ longestLine: 300, groupOf })
    flood(line, 400)
    expect(line.length).toBe(300)
    for (let n = 0; n < 20; n++)
      expect(line.join(`other${n}`, `other${n}`)).toMatchObject({
        pushedOut: expect.stringMatching(/^flood/),
      })
    expect(line.length).toBe(300)
  })

  test('gets four turns per round', () => {
    const line = new FairLine<string>({ longestLine: 300, groupOf })
    flood(line, 100)
    for (const client of ['a', 'b']) for (let n = 0; n < 3; n++) line.join(client, client)
    const served = Array.from({ length: 14 }, () => groupOf(line.next() ?? ''))
    const round = ['flood', 'flood', 'flood', 'flood', 'a', 'b']
    expect(served).toEqual([...round, ...round, 'flood', 'flood'])
  })

  test('keeps places for its other clients when some take all', () => {
    const line = new FairLine<string>({ longestLine: 300, mostOfOne: 20, groupOf })
    flood(line, 4, 20)
    expect(line.join('flood/quiet', 'quiet')).toMatchObject({
      kind: 'joined',
      pushedOut: expect.stringMatching(/^flood/),
    })
    expect(line.length).toBe(80)
  })

  test('counts correctly after random joins, leaves and moves', () => {
    const line = new FairLine<{ client: string }>({ longestLine: 40, mostOfOne: 5, groupOf })
    const inside = new Set<{ client: string }>()
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return (seed >> 8) % below
    }
    const anyClient = () => `${random(6)}/${random(8)}`
    for (let step = 0; step < 20_000; step++) {
      const [some] = inside
      switch (random(5)) {
        case 0:
        case 1: {
          const one = { client: anyClient() }
          const joining = line.join(one.client, one)
          if (joining.kind !== 'joined') break
          inside.add(one)
          if (joining.pushedOut !== undefined) expect(inside.delete(joining.pushedOut)).toBe(true)
          break
        }
        case 2: {
          const one = line.next((client) => random(2) === 0 || client.startsWith('1'))
          if (one !== undefined) expect(inside.delete(one)).toBe(true)
          break
        }
        case 3: {
          const to = anyClient()
          if (some !== undefined && line.moveUp(some, { from: some.client, to })) some.client = to
          break
        }
        case 4:
          if (some !== undefined && random(3) === 0) {
            expect(line.takeOut(some, some.client)).toBe(true)
            inside.delete(some)
          }
      }
      expect(line.length).toBe(inside.size)
    }
    const rest = Array.from({ length: line.length }, () => line.next())
    expect(new Set(rest)).toEqual(inside)
    expect(line.next()).toBeUndefined()
  })
})

test('work that several clients wait for starts at the best place of any of them', () => {
  const groupOf = (client: string) => client.split('/')[0] ?? ''
  let seed = 23
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed >> 8) % below
  }
  const anyClient = () => `${random(5)}/${random(3) === 0 ? random(6) : 0}`
  /** Replays one history, so that the same line can be served in different ways. */
  const lineOf = (history: readonly (string | undefined)[]) => {
    const line = new FairLine<string>({ longestLine: 100, groupOf })
    for (const [at, client] of history.entries())
      if (client === undefined) line.next()
      else line.join(client, `${client} ${at}`)
    return line
  }
  const startOf = (line: FairLine<string>, one: string) =>
    Array.from({ length: line.length }, () => line.next()).indexOf(one)
  let [moved, stayed] = [0, 0]
  for (let round = 0; round < 1_000; round++) {
    const history = Array.from({ length: 5 + random(30) }, () => (random(4) === 0 ? undefined : anyClient()))
    const all = lineOf(history)
    const inside = Array.from({ length: all.length }, () => all.next() ?? '')
    const one = inside[random(inside.length)]
    if (one === undefined) continue
    const [from, to] = [one.split(' ')[0] ?? '', anyClient()]
    const before = startOf(lineOf(history), one)
    const elsewhere = lineOf(history)
    elsewhere.takeOut(one, from)
    elsewhere.join(to, one)
    const there = startOf(elsewhere, one)
    const line = lineOf(history)
    const isMoved = line.moveUp(one, { from, to })
    if (there !== before) expect(isMoved).toBe(there < before)
    expect([line.length, startOf(line, one)]).toEqual([inside.length, Math.min(there, before)])
    if (isMoved) moved++
    else stayed++
  }
  expect(Math.min(moved, stayed)).toBeGreaterThan(70)
})

test('work does not move to a group that has all its places', () => {
  const groupOf = (client: string) => client.split('/')[0] ?? ''
  const line = new FairLine<string>({ longestLine: 20, mostOfOne: 2, groupOf })
  for (let client = 0; client < 4; client++)
    for (let n = 0; n < 2; n++) line.join(`flood/${client}`, `flood/${client}/${n}`)
  for (const one of ['a1', 'a2']) line.join('a', one)
  expect(line.moveUp('a2', { from: 'a', to: 'flood/4' })).toBe(false)
  // Within the group, no new place is needed.
  expect(line.moveUp('flood/3/1', { from: 'flood/3', to: 'flood/4' })).toBe(true)
  line.takeOut('flood/0/1', 'flood/0')
  expect(line.moveUp('a2', { from: 'a', to: 'flood/5' })).toBe(true)
})

test('work that two clients wait for takes the earlier place', () => {
  const line = new FairLine<string>({ longestLine: 10 })
  for (const one of ['a1', 'a2', 'a3', 'b1']) line.join(one.slice(0, 1), one)
  expect(line.moveUp('a3', { from: 'a', to: 'b' })).toBe(true)
  expect(line.moveUp('a2', { from: 'a', to: 'c' })).toBe(true)
  expect(line.moveUp('a1', { from: 'a', to: 'd' })).toBe(false)
  expect(line.moveUp('elsewhere', { from: 'a', to: 'd' })).toBe(false)
  expect(Array.from({ length: 5 }, () => line.next())).toEqual(['a1', 'b1', 'a2', 'a3', undefined])
})
