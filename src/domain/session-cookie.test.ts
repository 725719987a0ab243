import { expect, test } from 'vitest'
import { sessionOfCookies } from './session-cookie.ts'

test('A-13 the session is found among other cookies', () => {
  expect(sessionOfCookies('cloud=a; candor_session=abc; theme=dark')).toBe('abc')
})

test.each(['', 'cloud=a', 'candor_session=', 'xcandor_session=abc'])(
  'A-13 "%s" carries no session',
  (cookies) => {
    expect(sessionOfCookies(cookies)).toBeUndefined()
  },
)
