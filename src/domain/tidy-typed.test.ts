import { expect, test } from 'vitest'
import { tidyTyped } from './tidy-typed.ts'

test('blanks and control characters around and between words say nothing', () => {
  expect(tidyTyped('  two \n\u0000 words\u0007 ', 80)).toBe('two words')
})

test('a long text is cut between characters, never within one', () => {
  expect(tidyTyped('ab🌍🌍', 3)).toBe('ab🌍')
  expect(tidyTyped('ab cd', 3)).toBe('ab')
})

test('letters are the same however their accents are written', () => {
  expect(tidyTyped('Zu\u0308rich', 80)).toBe('Zürich')
})
