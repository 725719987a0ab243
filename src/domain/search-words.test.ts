import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorsForgiven, folded, nearestWords, searchWords, typingErrors } from './search-words.ts'

test.each([
  ['Zürich II: Störung', ' zurich ii storung '],
  ['Straße', ' strasse '],
  ['CVE-2026-1234', ' cve 2026 1234 '],
  ['ﬁrewall', ' firewall '],
  ['東京 I', ' 東京 i '],
  [' … ', ''],
])('%j is compared as %j', (text, compared) => {
  expect(folded(text)).toBe(compared)
})

test('a search has each word once, and only so many', () => {
  expect(searchWords('DNS dns  Control!')).toEqual(['dns', 'control'])
  expect(searchWords('?!')).toEqual([])
  expect(searchWords('a b c d e f g h i j')).toHaveLength(6)
})

test.each([
  ['frankfrut', 'frankfurt', 1],
  ['frankfurt', 'frankfurt', 0],
  ['gatway', 'gateway', 1],
  ['gatewayy', 'gateway', 1],
  ['gatewey', 'gateway', 1],
  ['outage', 'storage', undefined],
])('%j has typing errors against %j: %j', (typed, meant, errors) => {
  expect(typingErrors(typed, meant, 2)).toBe(errors)
})

test('the nearest words are those with the fewest errors; numbers and short words are never corrected', () => {
  const known = ['frankfurt', 'frankfort', 'control', 'dns', '2026']
  expect(nearestWords('frankfurd', known)).toEqual(['frankfurt'])
  expect(nearestWords('frankfXrt', known)).toEqual(['frankfort', 'frankfurt'])
  expect(nearestWords('dnz', known)).toEqual([])
  expect(nearestWords('2025', known)).toEqual([])
  expect(nearestWords('something', known)).toEqual([])
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test('errors are symmetric, zero only for equal words, and independent of the limit', () => {
  fc.assert(
    fc.property(letters, letters, fc.nat(4), (one, two, most) => {
      const errors = typingErrors(one, two, 99) as number
      expect(typingErrors(two, one, 99)).toBe(errors)
      expect(errors === 0).toBe(one === two)
      expect(errors).toBeLessThanOrEqual(Math.max(one.length, two.length))
      expect(typingErrors(one, two, most)).toBe(errors <= most ? errors : undefined)
    }),
  )
})

test('one error in a word of five letters or more is always forgiven', () => {
  const long = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 })
  fc.assert(
    fc.property(long, fc.nat(), (word, at) => {
      const place = at % word.length
      const typed = word.slice(0, place) + word.slice(place + 1)
      expect(errorsForgiven(typed)).toBeGreaterThan(0)
      expect(nearestWords(typed, [word])).toEqual([word])
    }),
  )
})
