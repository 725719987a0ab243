import { expect, test } from 'vitest'
import { groupByProduct, selectorColumns } from './selector-columns.ts'

test('N-02 the first five products each start a column, in order', () => {
  const columns = layOut({ a: 3, b: 1, c: 2, d: 1, e: 1 })
  expect(columns).toEqual([['a'], ['b'], ['c'], ['d'], ['e']])
})

test('N-02 the sixth product goes into the shortest column', () => {
  expect(layOut({ a: 3, b: 2, c: 1, d: 2, e: 2, f: 1 })).toEqual([['a'], ['b'], ['c', 'f'], ['d'], ['e']])
})

test('N-02 of equally short columns, the leftmost takes the next product', () => {
  expect(layOut({ a: 2, b: 1, c: 1, d: 1, e: 1, f: 1 })).toEqual([['a'], ['b', 'f'], ['c'], ['d'], ['e']])
})

test('N-02 the length of a column includes added products and headings', () => {
  // b takes f and is then four rows long, like a; so g goes to c.
  expect(layOut({ a: 3, b: 1, c: 2, d: 3, e: 3, f: 1, g: 4 })).toEqual([
    ['a'],
    ['b', 'f'],
    ['c', 'g'],
    ['d'],
    ['e'],
  ])
})

test('fewer products than columns make fewer columns', () => {
  expect(layOut({ a: 1, b: 1 })).toEqual([['a'], ['b']])
  expect(layOut({})).toEqual([])
})

test('a product without clouds takes no column', () => {
  expect(layOut({ a: 1, empty: 0, b: 1 })).toEqual([['a'], ['b']])
})

test('clouds are listed under their product in list order; clouds of unknown products are left out', () => {
  const clouds = [
    { type: 'b', name: 1 },
    { type: 'a', name: 2 },
    { type: 'b', name: 3 },
    { type: 'unknown', name: 4 },
  ]
  const groups = groupByProduct([product('a'), product('b')], clouds)
  expect(groups.map(({ clouds }) => clouds.map(({ name }) => name))).toEqual([[2], [1, 3]])
})

function layOut(cloudsOfProduct: Record<string, number>) {
  const products = Object.keys(cloudsOfProduct).map(product)
  const clouds = Object.entries(cloudsOfProduct).flatMap(([type, count]) => Array(count).fill({ type }))
  return selectorColumns(products, clouds).map((column) => column.map((group) => group.product.machine_name))
}

function product(machine_name: string) {
  return { machine_name, title: machine_name.toUpperCase() }
}
