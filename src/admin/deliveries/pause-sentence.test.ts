import { expect, test } from 'vitest'
import { pauseSentence } from './pause-sentence.ts'

test.each([
  ['unanswered: dropped', 'the mail server accepts messages but doesn’t confirm them'],
  ['many refused', 'the mail server refuses most addresses'],
  ['421 MAIL FROM', 'the mail server rejects our connection'],
  ['ECONNREFUSED', 'the mail server can’t be reached'],
])('a pause because of %s says so', (reason, words) => {
  expect(pauseSentence({ way: 'mail', reason })).toBe(`Email is paused: ${words}.`)
})
