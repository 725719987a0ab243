import { expect, test } from 'vitest'
import { complianceAddress, complianceSort, nextSort } from './compliance-query.ts'

const PATH = '/a.example/compliance'

test.each([
  ['', undefined],
  ['sort=size', undefined],
  ['order=desc', undefined],
  ['sort=date', { column: 'date', order: 'asc' }],
  ['sort=date&order=up', { column: 'date', order: 'asc' }],
  ['sort=description&order=desc', { column: 'description', order: 'desc' }],
])('C-01 the address %j asks for %j', (query, sort) => {
  expect(complianceSort(new URLSearchParams(query))).toEqual(sort)
})

test('C-01 every sort order has one address and can be read back from it', () => {
  expect(complianceAddress(PATH, undefined)).toBe(PATH)
  for (const column of ['description', 'date'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const address = complianceAddress(PATH, { column, order })
      expect(complianceSort(new URL(address, 'https://b.example').searchParams)).toEqual({ column, order })
    }
  }
  expect(complianceAddress(PATH, { column: 'date', order: 'asc' })).toBe(`${PATH}?sort=date`)
})

test('C-01 a column title sorts by that column, and reverses the order the second time', () => {
  const first = nextSort(undefined, 'date')
  expect(first).toEqual({ column: 'date', order: 'asc' })
  const second = nextSort(first, 'date')
  expect(second.order).toBe('desc')
  expect(nextSort(second, 'date').order).toBe('asc')
  expect(nextSort(second, 'description')).toEqual({ column: 'description', order: 'asc' })
})
