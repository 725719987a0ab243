import { expect, test } from 'vitest'
import { badgeLabel, LONGEST_BADGE_LABEL } from './badges-family.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['  \u0000\n ', undefined],
  ['our cloud', 'our cloud'],
  [' a\u0007b\nc  d ', 'a b c d'],
  ['שלום 🚒', 'שלום 🚒'],
  ['\u202eright to left\u202c', 'right to left'],
  ['a\u2028b', 'a b'],
])('for %j a badge shows %j', (asked, label) => {
  expect(badgeLabel(asked)).toBe(label)
})

test('a label has at most 40 characters, and no character is cut in two', () => {
  expect([...(badgeLabel('🚒'.repeat(100)) ?? '')]).toHaveLength(LONGEST_BADGE_LABEL)
  expect(badgeLabel('🚒'.repeat(100))).not.toMatch(/\p{Cs}/u)
})
