import { expect, test } from 'vitest'
import { eachOf } from './read-site-log.ts'

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
