import { expect, test } from 'vitest'
import { reminderWords } from './reminder-words.ts'

test.each([
  [1440, '1 day before'],
  [4320, '3 days before'],
  [60, '1 hour before'],
  [90, '90 minutes before'],
  [1, '1 minute before'],
])('Z-02 a reminder of %d minutes', (minutes, words) => {
  expect(reminderWords(minutes)).toBe(words)
})
