import { expect, test } from 'vitest'
import { Proven } from './proven.ts'

test('what was found real counts until it is found not to be', () => {
  const proven = new Proven()
  expect(proven.as('a')).toBeUndefined()
  proven.note('a', 'people')
  proven.note('b', 'staff')
  expect([proven.as('a'), proven.as('b')]).toEqual(['people', 'staff'])
  proven.note('a', undefined)
  expect([proven.as('a'), proven.as('b')]).toEqual([undefined, 'staff'])
})

test('the oldest are forgotten, so that it stays small', () => {
  const proven = new Proven()
  for (let each = 0; each < 10_001; each++) proven.note(String(each), 'people')
  expect([proven.as('0'), proven.as('1'), proven.as('10000')]).toEqual([undefined, 'people', 'people'])
})
