import { expect, test } from 'vitest'
import { Proven, type ProvenAs } from './proven.ts'

const PERSON: ProvenAs = { name: 'people', client: 'user:1' }
const EDITOR: ProvenAs = { name: 'staff', client: 'user:2' }

test('a proven secret counts until it is found invalid', () => {
  const proven = new Proven()
  expect(proven.find('a')).toBeUndefined()
  proven.note('a', PERSON)
  proven.note('b', EDITOR)
  expect([proven.find('a'), proven.find('b')]).toEqual([PERSON, EDITOR])
  proven.note('a', undefined)
  expect([proven.find('a'), proven.find('b')]).toEqual([undefined, EDITOR])
})

test('forgets the oldest entries to stay small', () => {
  const proven = new Proven()
  for (let each = 0; each < 10_001; each++) proven.note(String(each), PERSON)
  expect([proven.find('0'), proven.find('1'), proven.find('10000')]).toEqual([undefined, PERSON, PERSON])
})
