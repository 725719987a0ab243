import { expect, test } from 'vitest'
import { checkNewPassword, checkSignIn, checkSignUp } from './account-forms.ts'

const PROVIDER = { name: 'Northwall', staff_domains: ['northwall.example'] }

test('A-02, A-03 name and password are both required', () => {
  expect(checkSignIn({ name: ' ', pass: '' }, PROVIDER)).toEqual({
    name: 'Please enter your Email or Username',
    pass: 'Please enter your Password',
  })
})

test('A-02 staff are sent to the employee login', () => {
  const { name } = checkSignIn({ name: 'Ada@NORTHWALL.example', pass: 'x' }, PROVIDER)
  expect(name).toBe('You are a member of Northwall staff. Please use the Employee login below.')
})

test("A-01 a username that isn't an address is accepted", () => {
  expect(checkSignIn({ name: 'ada', pass: 'x' }, PROVIDER)).toEqual({})
})

test('A-06 signing up needs a valid email that is not a staff address', () => {
  const problem = (email: string) => checkSignUp({ email, pass: 'Abcd1', confirm: 'Abcd1' }, PROVIDER).email
  expect(problem('')).toBe('Please enter your Email')
  expect(problem('ada')).toBe('Please enter a valid email address')
  expect(problem('ada@northwall.example')).toBe(
    'Northwall staff should use Employee Login on the Sign In page.',
  )
  expect(problem('ada@customer.example')).toBeUndefined()
})

test('A-07 the password has to be confirmed', () => {
  expect(checkNewPassword({ pass: 'Abcd1', confirm: '' })).toEqual({
    confirm: 'Please confirm your Password',
  })
  expect(checkNewPassword({ pass: 'Abcd1', confirm: 'Abcd2' })).toEqual({
    confirm: 'The passwords do not match',
  })
  expect(checkNewPassword({ pass: 'Abcd1', confirm: 'Abcd1' })).toEqual({})
})
