import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTHING_CHOSEN } from '../chosen-places.ts'
import { LONGEST_SEARCH, mapAddress, mapQuery } from './map-query.ts'

test('an address without a search asks for all', () => {
  expect(mapQuery(new URLSearchParams())).toEqual({ search: '', mine: NOTHING_CHOSEN })
  expect(mapAddress('/a.net/data-center-map', { search: '' })).toBe('/a.net/data-center-map')
})

test('extra spaces are ignored, and a long search is cut', () => {
  expect(mapQuery(new URLSearchParams('search=%20s%C3%A3o%20%20%20paulo+'))).toMatchObject({
    search: 'são paulo',
  })
  expect(mapQuery(new URLSearchParams({ search: 'x'.repeat(500) })).search).toHaveLength(LONGEST_SEARCH)
})

test('a selection stays beside the search', () => {
  const address = mapAddress('/map', mapQuery(new URLSearchParams('mine=d9,d2&search=oslo')))
  expect(address).toBe('/map?search=oslo&mine=d2,d9')
})

test('an address can be read back', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120, unit: 'grapheme' }), (typed) => {
      const asked = mapQuery(new URLSearchParams({ search: typed }))
      const address = mapAddress('/map', asked)
      expect(mapQuery(new URL(address, 'http://a.net').searchParams)).toEqual(asked)
    }),
  )
})
