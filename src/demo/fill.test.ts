import { expect, test } from 'vitest'
import { fill, listed, slug } from './fill.ts'

test('throws on a slot without a value', () => {
  expect(fill('{n} of {n} in {place}', { n: 3, place: 'Oslo I' })).toBe('3 of 3 in Oslo I')
  expect(() => fill('in {place}', {})).toThrow('{place}')
})

test('lists names as in a sentence', () => {
  expect(listed(['A'])).toBe('A')
  expect(listed(['A', 'B'])).toBe('A and B')
  expect(listed(['A', 'B', 'C'])).toBe('A, B and C')
})

test('a slug keeps letters without their marks', () => {
  expect(slug('Web Security: Zürich II & São Paulo I')).toBe('web-security-zurich-ii-sao-paulo-i')
})
