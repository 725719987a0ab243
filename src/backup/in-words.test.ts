import { expect, test } from 'vitest'
import { sizeInWords } from './in-words.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1234, '1.2 kB'],
  [123_456, '123 kB'],
  [4_500_000_000, '4.5 GB'],
  [4_500_000_000_000, '4500 GB'],
])('%d is %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
