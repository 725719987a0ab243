import { expect, test } from 'vitest'
import { inOrder } from './use-order.ts'

test('Z-04 only the named rows change places, and only among themselves', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }))
  expect(inOrder(rows, [5, 1, 3]).map(({ id }) => id)).toEqual([5, 2, 1, 4, 3])
  expect(inOrder(rows, [9]).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})
