import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAQ_SEARCH_MOST_CHARACTERS, faqAddress, faqSearch, searchOf } from './faq-query.ts'

test.each([
  ['', ''],
  ['ab', ''],
  ['  ab  ', ''],
  ['é̂', ''],
  ['abc', 'abc'],
  ['a b', 'a b'],
  ['  two \n words ', 'two words'],
])('F-01 a search needs three characters: %j is %j', (typed, search) => {
  expect(searchOf(typed)).toBe(search)
})

test('F-01 fewer than three characters never search', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 2 }),
      (typed) => [...typed].length > 2 || searchOf(typed) === '',
    ),
  )
})

test('a search can be read back from its address, and its length is limited', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (typed) => {
      const search = searchOf(typed)
      const { searchParams, pathname } = new URL(faqAddress('/a.example/faq', search), 'https://b.example')
      expect(pathname).toBe('/a.example/faq')
      expect(faqSearch(searchParams)).toBe(search)
      expect([...search].length).toBeLessThanOrEqual(FAQ_SEARCH_MOST_CHARACTERS)
    }),
  )
})

test('an address without a search is the page itself', () => {
  expect(faqAddress('/a.example/faq', '')).toBe('/a.example/faq')
  expect(faqAddress('/a.example/faq', 'web hook')).toBe('/a.example/faq?search=web+hook')
})
