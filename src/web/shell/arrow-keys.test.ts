import { describe, expect, test } from 'vitest'
import { nextPlace } from './arrow-keys.ts'

const ROWS = [4, 1, 3]

describe('N-03 the arrow keys in the columns of the selector', () => {
  test('only an arrow down enters', () => {
    expect(nextPlace(ROWS, undefined, 'ArrowDown')).toEqual({ column: 0, row: 0 })
    expect(nextPlace(ROWS, undefined, 'ArrowRight')).toBeUndefined()
    expect(nextPlace(ROWS, undefined, 'Tab')).toBeUndefined()
  })
  test.each([
    ['ArrowDown', { column: 0, row: 1 }, { column: 0, row: 2 }],
    ['ArrowDown', { column: 0, row: 3 }, { column: 1, row: 0 }],
    ['ArrowDown', { column: 2, row: 2 }, undefined],
    ['ArrowUp', { column: 2, row: 0 }, { column: 1, row: 0 }],
    ['ArrowUp', { column: 1, row: 0 }, { column: 0, row: 3 }],
    ['ArrowUp', { column: 0, row: 0 }, undefined],
    ['ArrowRight', { column: 0, row: 3 }, { column: 1, row: 0 }],
    ['ArrowRight', { column: 2, row: 0 }, undefined],
    ['ArrowLeft', { column: 2, row: 1 }, { column: 1, row: 0 }],
    ['Home', { column: 2, row: 1 }, { column: 0, row: 0 }],
    ['End', { column: 0, row: 0 }, { column: 2, row: 2 }],
    ['Enter', { column: 0, row: 0 }, undefined],
  ])('%s from %o goes to %o', (key, from, to) => {
    expect(nextPlace(ROWS, from, key)).toEqual(to)
  })
})
