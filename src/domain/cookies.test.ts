import { expect, test } from 'vitest'
import { cookieIn } from './cookies.ts'

test.each(['cloud=a; theme=dark', 'theme=dark; cloud=a', 'x=1;cloud=a;y=2', 'cloud=a; cloud=b'])(
  'the cookie is found in "%s"',
  (cookies) => {
    expect(cookieIn(cookies, 'cloud')).toBe('a')
  },
)

test('a value may contain an equals sign, and may be empty', () => {
  expect(cookieIn('token=ab==; x=', 'token')).toBe('ab==')
  expect(cookieIn('token=ab==; x=', 'x')).toBe('')
})

test.each(['', 'xcloud=a', 'x=cloud=a', 'cloud'])('"%s" has no such cookie', (cookies) => {
  expect(cookieIn(cookies, 'cloud')).toBeUndefined()
})
