import { expect, test } from 'vitest'
import { eachOf, tileReader } from './read-site-log.ts'
import { bundleOf, entriesIn } from './tiles.ts'

test('after a failure nothing else begins, and it is thrown once nothing is under way', async () => {
  const begun: number[] = []
  let underWay = 0
  const act = async (item: number) => {
    begun.push(item)
    underWay++
    try {
      if (item === 1) throw new Error('One')
      await new Promise(setImmediate)
      if (item === 2) throw new Error('Two')
    } finally {
      underWay--
    }
  }
  const items = Array.from({ length: 100 }, (_, item) => item)
  await expect(eachOf(items, act)).rejects.toThrow('One')
  expect(underWay).toBe(0)
  expect(begun.length).toBeLessThan(10)
})

test('a part of a tile that is gone is read from the full tile', async () => {
  const entries = Array.from({ length: 256 }, (_, entry) => new TextEncoder().encode(`entry ${entry}`))
  const files = new Map([
    ['/log/a/tile/0/000', new Uint8Array(256 * 32).map((_, at) => at % 251)],
    ['/log/a/tile/entries/000', bundleOf(entries)],
  ])
  const { read } = tileReader(async (path) => files.get(path), { prefix: '/log/a/', size: 200 })
  expect(entriesIn(await read({ level: 'entries', index: 0 }))).toEqual(entries.slice(0, 200))
  expect(await read({ level: 0, index: 0 })).toEqual(files.get('/log/a/tile/0/000')?.slice(0, 200 * 32))
  const { read: readNone } = tileReader(async () => undefined, { prefix: '/log/a/', size: 200 })
  await expect(readNone({ level: 0, index: 0 })).rejects.toThrow('is missing: /log/a/tile/0/000.p/200.')
})
