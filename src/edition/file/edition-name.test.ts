import { expect, test } from 'vitest'
import { editionName, isEditionName, namesToForget } from './edition-name.ts'

const name = (number: number, digit = 'a') => editionName({ number, sha256: digit.repeat(64) })

test('names sort in the order of their editions', () => {
  expect(name(42)).toBe('edition-000000000042-aaaaaaaa.candor')
  expect([name(100), name(9), name(10)].sort()).toEqual([name(9), name(10), name(100)])
  expect(isEditionName(name(42))).toBe(true)
})

test.each([
  'head.json',
  '../edition-000000000042-aaaaaaaa.candor',
  'edition-42-aaaaaaaa.candor',
  '',
  'a/b',
  '..',
])('other names are not valid: %j', (other) => {
  expect(isEditionName(other)).toBe(false)
})

test('the newest are kept, and other files are left alone', () => {
  const names = ['head.json', 'notes.txt', name(5), name(1), name(3), name(2), name(4)]
  expect(namesToForget(names, { keep: 3, current: name(5) })).toEqual([name(1), name(2)])
  expect(namesToForget(names, { keep: 9, current: name(5) })).toEqual([])
})

test('the current file is kept even if it has the lowest number, as after a restore', () => {
  const names = [name(900), name(901), name(902), name(7)]
  expect(namesToForget(names, { keep: 2, current: name(7) })).toEqual([name(900), name(901)])
  expect(namesToForget(names, { keep: 1, current: name(7) })).toEqual([name(900), name(901), name(902)])
})

test('the files of before a restore go first, so those that were written since stay', () => {
  const names = [name(901), name(902), name(7), name(8)]
  expect(namesToForget(names, { keep: 3, current: name(8), isNewest: true })).toEqual([name(901)])
  expect(namesToForget(names, { keep: 1, current: name(8), isNewest: true })).toEqual([
    name(901),
    name(902),
    name(7),
  ])
  // An edition is written again when a banner begins.
  const again = [name(7), name(8, 'b'), name(8)]
  expect(namesToForget(again, { keep: 2, current: name(8), isNewest: true })).toEqual([name(7)])
  // Another process may have a newer one.
  expect(namesToForget(names, { keep: 3, current: name(8) })).toEqual([name(7)])
})
