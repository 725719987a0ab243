import { expect, test } from 'vitest'
import { tidyTyped } from './tidy-typed.ts'

test('extra blanks and control characters are removed', () => {
  expect(tidyTyped('  two \n\u0000 words\u0007 ', 80)).toBe('two words')
})

test('long text is cut between characters, never within one', () => {
  expect(tidyTyped('ab🌍🌍', 3)).toBe('ab🌍')
  expect(tidyTyped('ab cd', 3)).toBe('ab')
})

test('letters with accents are composed', () => {
  expect(tidyTyped('Zu\u0308rich', 80)).toBe('Zürich')
})
