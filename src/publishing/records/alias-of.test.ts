import { expect, test } from 'vitest'
import { aliasOf } from './alias-of.ts'

test.each([
  ['Zürich I: sign-in fails (again)', 'zurich-i-sign-in-fails-again-7'],
  ['', '7'],
  ['日本', '7'],
  [`${'word '.repeat(30)}`, `${'word-'.repeat(15)}word-7`],
])('%j becomes %s', (title, alias) => {
  expect(aliasOf({ title, id: 7 })).toBe(alias)
})
