import { expect, test } from 'vitest'
import { recipientsWords } from './use-recipients.ts'

test('Z-03 says how many people are notified, and how', () => {
  const by_channel = [
    { kind: 'email' as const, people: 1190 },
    { kind: 'slack' as const, people: 14 },
    { kind: 'teams' as const, people: 0 },
  ]
  expect(recipientsWords({ people: 1204, by_channel })).toBe(
    '1,204 people will be notified: 1,190 by email, 14 in Slack.',
  )
})

test('Z-03 handles one person and no one', () => {
  expect(recipientsWords({ people: 1, by_channel: [{ kind: 'webhook', people: 1 }] })).toBe(
    '1 person will be notified: 1 by webhook.',
  )
  expect(recipientsWords({ people: 0, by_channel: [] })).toBe(
    'There are no subscribers, so no one will be notified.',
  )
})
