import { expect, test } from 'vitest'
import { passwordProblem } from './password-rule.ts'

const RULE = 'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number'

test.each(['Abcd1', 'Correct horse 7', 'Éclair9', 'A1 😀😀'])('A-07 "%s" is accepted', (password) => {
  expect(passwordProblem(password)).toBeUndefined()
})

test.each(['Abc1', 'abcd1', 'Abcde', '12345', 'A1😀😀', '    '])('A-07 "%s" is refused', (password) => {
  expect(passwordProblem(password)).toBe(RULE)
})

test('A-03, A-07 an empty password is refused as missing', () => {
  expect(passwordProblem('')).toBe('Please enter your Password')
})

test('A-07 a password that is too long to hash is refused', () => {
  expect(passwordProblem(`A1${'x'.repeat(254)}`)).toBeUndefined()
  expect(passwordProblem(`A1${'x'.repeat(255)}`)).toContain('256')
})
