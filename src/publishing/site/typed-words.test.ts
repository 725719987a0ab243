import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine, oneLineOrNull, severalLines } from './typed-words.ts'

test('a single-line field keeps one line', () => {
  expect(oneLine('  Zurich\r\n II\t ')).toBe('Zurich II')
  expect(oneLineOrNull(' ')).toBeNull()
  expect(oneLineOrNull(null)).toBeNull()
})

test('a multiline field keeps its lines', () => {
  expect(severalLines(' One\r\nTwo\0\n\nThree ')).toBe('One\nTwo\n\nThree')
})

const NASTY = [
  'a',
  ' ',
  '\0',
  '\n',
  '\r',
  '\t',
  '\u0085',
  '\u00a0',
  '\ufeff',
  '\ud83d',
  '\ude00',
  'é',
  '\x1b',
]

test("removes what the database can't store, and tidying twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...NASTY) }), (typed) => {
      for (const tidy of [oneLine, severalLines]) {
        const text = tidy(typed)
        expect(/\p{Surrogate}|\0/u.test(text)).toBe(false)
        expect(tidy(text)).toBe(text)
      }
    }),
  )
})
