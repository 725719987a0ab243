import { expect, test } from 'vitest'
import { idOfHash } from './id-of-hash.ts'

test.each([
  ['', undefined],
  ['#', undefined],
  ['#a-b', 'a-b'],
  ['#a%2Db', 'a-b'],
  ['#100%', undefined],
])('F-03 the hash %j means %j', (hash, id) => {
  expect(idOfHash(hash)).toBe(id)
})
