import { expect, test } from 'vitest'
import { counted, distinctNames, shortened } from './words.ts'

test('one is singular, zero and many are plural', () => {
  expect(counted(1, 'update')).toBe('1 update')
  expect(counted(0, 'update')).toBe('0 updates')
  expect(counted(1204, 'record')).toBe('1,204 records')
})

test('an irregular plural is used', () => {
  expect(counted(2, 'category', 'categories')).toBe('2 categories')
})

test('a few names are all listed', () => {
  expect(shortened(['Frankfurt IV', 'Zürich II'], 3)).toBe('Frankfurt IV, Zürich II')
  expect(shortened([], 3)).toBe('')
})

test('many names are shortened', () => {
  expect(shortened(['A', 'B', 'C', 'D', 'E'], 3)).toBe('A, B, C and\u00a02\u00a0more')
})

test('a single remaining name is listed instead of counted', () => {
  expect(shortened(['A', 'B', 'C', 'D'], 3)).toBe('A, B, C, D')
})

test('a service of several clouds is named once', () => {
  expect(distinctNames([{ name: 'Sandbox' }, { name: 'DNS Control' }, { name: 'Sandbox' }])).toEqual([
    'Sandbox',
    'DNS Control',
  ])
})
