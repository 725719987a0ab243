import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Door } from './door.ts'

test('a single client passes immediately', () => {
  const door = new Door({ mostATurn: () => 16 })
  let passed = 0
  door.pass(() => passed++)
  expect(passed).toBe(1)
})

test('a crowd passes in order, a few per turn', async () => {
  const door = new Door({ mostATurn: () => 16 })
  const passed: number[] = []
  for (let each = 0; each < 100; each++) door.pass(() => passed.push(each))
  expect(passed).toHaveLength(16)
  await nextTurn()
  expect(passed.length).toBeLessThan(100)
  door.pass(() => passed.push(100))
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(passed).toEqual(Array.from({ length: 101 }, (_, each) => each))
})

test('a failing task blocks no others', async () => {
  const door = new Door({ mostATurn: () => 16 })
  expect(() =>
    door.pass(() => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  let passed = 0
  for (let each = 0; each < 40; each++) door.pass(() => passed++)
  for (let turn = 0; turn < 4; turn++) await nextTurn()
  expect(passed).toBe(40)
})

test('idle turns follow a slow task', async () => {
  const door = new Door({ mostATurn: () => 1, turnsBetween: 5 })
  const passedIn: number[] = []
  let turn = 0
  for (let each = 0; each < 3; each++) door.pass(() => passedIn.push(turn))
  for (; passedIn.length < 3; turn++) await nextTurn()
  expect(passedIn[0]).toBe(0)
  expect((passedIn[1] ?? 0) - (passedIn[0] ?? 0)).toBeGreaterThanOrEqual(5)
  expect((passedIn[2] ?? 0) - (passedIn[1] ?? 0)).toBeGreaterThanOrEqual(5)
  for (let rest = 0; rest < 8; rest++) await nextTurn()
  let isThrough = false
  door.pass(() => {
    isThrough = true
  })
  expect(isThrough).toBe(true)
})

test('refuses only those who wait too long and can be refused', async () => {
  const door = new Door({ mostATurn: () => 1, turnsBetween: 20, longestWaitMs: 0 })
  const became: string[] = []
  door.pass(() => became.push('first'))
  door.pass(() => became.push('second'), { refuse: () => became.push('second refused') })
  door.pass(() => became.push('third'))
  for (let turn = 0; turn < 60; turn++) await nextTurn()
  expect(became).toEqual(['first', 'second refused', 'third'])
})

test('in a crowd clients take turns, however often one of them asks', async () => {
  const door = new Door({ mostATurn: () => 1 })
  const passed: string[] = []
  for (let each = 0; each < 50; each++) door.pass(() => passed.push('many'), { client: 'many' })
  door.pass(() => passed.push('one'), { client: 'one' })
  for (let turn = 0; turn < 4; turn++) await nextTurn()
  expect(passed.slice(0, 4)).toContain('one')
})
