import { expect, test } from 'vitest'
import { pauseSentence } from './pause-sentence.ts'

test.each([
  ['unanswered: dropped', 'the mail server takes messages and does not answer'],
  ['many refused', 'the mail server refuses most addresses'],
  ['421 MAIL FROM', 'the mail server turns us away'],
  ['ECONNREFUSED', 'the mail server cannot be reached'],
])('a pause because of %s says so', (reason, words) => {
  expect(pauseSentence({ way: 'mail', reason })).toBe(`Email is paused: ${words}.`)
})
