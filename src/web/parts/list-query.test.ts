import { expect, test } from 'vitest'
import { listAddress, listQuery } from './list-query.ts'

test('L-12 page and status come from the address, pages counted from 1', () => {
  expect(listQuery(new URLSearchParams('page=3&category=5'))).toEqual({ page: 2, category: 5 })
})

test.each([
  '',
  'page=abc',
  'page=-1',
  'page=0',
  'page=1.5',
  'page=1e3',
  'page=',
  'page=99999999999',
  'page= 2',
])('the address "%s" asks for the first page', (address) => {
  expect(listQuery(new URLSearchParams(address)).page).toBe(0)
})

test.each(['category=all', 'category=0', 'category=-3', 'category=99999999999'])(
  'the address "%s" asks for all statuses',
  (address) => {
    expect(listQuery(new URLSearchParams(address)).category).toBeUndefined()
  },
)

test('the address of the first page is the bare path', () => {
  expect(listAddress('/northwall.net/incidents', { page: 0, category: undefined })).toBe(
    '/northwall.net/incidents',
  )
})

test('L-12 the address of a page keeps the status', () => {
  expect(listAddress('/northwall.net/incidents', { page: 1, category: 5 })).toBe(
    '/northwall.net/incidents?category=5&page=2',
  )
})
