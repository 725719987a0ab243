import { expect, test } from 'vitest'
import { nextTab } from './next-tab.ts'

const row = { focused: 1, count: 3, isColumn: false }

test('arrows go to the adjacent tab and wrap around', () => {
  expect(nextTab('ArrowRight', row)).toBe(2)
  expect(nextTab('ArrowLeft', row)).toBe(0)
  expect(nextTab('ArrowRight', { ...row, focused: 2 })).toBe(0)
  expect(nextTab('ArrowLeft', { ...row, focused: 0 })).toBe(2)
})

test('Home and End go to the first and the last', () => {
  expect(nextTab('Home', row)).toBe(0)
  expect(nextTab('End', row)).toBe(2)
})

test('vertical tabs use up and down, and leave the other arrows to the page', () => {
  const column = { ...row, isColumn: true }
  expect(nextTab('ArrowDown', column)).toBe(2)
  expect(nextTab('ArrowUp', column)).toBe(0)
  expect(nextTab('ArrowRight', column)).toBeUndefined()
  expect(nextTab('ArrowDown', row)).toBeUndefined()
})
