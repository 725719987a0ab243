import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Frankfurt IV', 'frankfurt-iv'],
  ['  São Paulo (Brazil) ', 'sao-paulo-brazil'],
  ['…', ''],
])('%j becomes %j', (words, slug) => {
  expect(slugOf(words)).toBe(slug)
})

test('a cut slug has no hyphen at its end', () => {
  expect(slugOf('Frankfurt IV', 10)).toBe('frankfurt')
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})

test('a slug can be left uncut', () => {
  expect(slugOf('a'.repeat(100), Number.POSITIVE_INFINITY)).toHaveLength(100)
})
