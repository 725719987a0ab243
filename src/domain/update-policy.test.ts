import { expect, test } from 'vitest'
import { updatePolicyProblem, updatePolicyWords } from './update-policy.ts'

test('Z-04 the update promise in words', () => {
  expect(updatePolicyWords(2)).toBe('We update at least every 2 hours')
  expect(updatePolicyWords(1)).toBe('We update at least every hour')
  expect(updatePolicyWords(null)).toBeUndefined()
})

test.each([0, -1, 1.5, 169, Number.NaN])('%s hours is not a promise', (hours) => {
  expect(updatePolicyProblem(hours)).toBe('Please enter whole hours, from 1 to 168, or leave this empty.')
})

test.each([null, 1, 168])('%s may be promised', (hours) => {
  expect(updatePolicyProblem(hours)).toBeUndefined()
})
