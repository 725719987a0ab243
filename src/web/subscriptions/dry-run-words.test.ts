import { expect, test } from 'vitest'
import { dryRunWords } from './dry-run-words.ts'

test.each([
  [1234, 'With these you would have received 1,234 messages in the last 90 days.'],
  [1, 'With these you would have received 1 message in the last 90 days.'],
  [0, 'With these you would have received no messages in the last 90 days.'],
])('%i messages are told as they are', (total, words) => {
  expect(dryRunWords({ total, days: 90 })).toBe(words)
})
