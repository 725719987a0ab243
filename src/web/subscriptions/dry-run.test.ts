import { expect, test } from 'vitest'
import { dryRunWords } from './dry-run.tsx'

test.each([
  [1234, 'With these choices you would have received 1,234 messages in the last 90 days.'],
  [1, 'With these choices you would have received 1 message in the last 90 days.'],
  [0, 'With these choices you would have received no messages in the last 90 days.'],
])('%i messages are described correctly', (total, words) => {
  expect(dryRunWords({ total, news: total, days: 90 })).toBe(words)
})

test('digests mention their number of updates, so that the kinds add up', () => {
  expect(dryRunWords({ total: 59, news: 240, days: 90 })).toBe(
    'With these choices you would have received 59 daily digests with 240 updates in the last 90 days.',
  )
})
