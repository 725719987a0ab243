import { expect, test } from 'vitest'
import { sessionOfCookies } from './session-cookie.ts'

const TOKEN = 'mJ0q3Zf_5yq0Wn2k1c-9aTtE7bVxH4sLrP8uYdGgKoI'

test('A-13 the session is found among other cookies', () => {
  expect(sessionOfCookies(`cloud=a; candor_session=${TOKEN}; theme=dark`)).toBe(TOKEN)
})

test.each(['', 'cloud=a', 'candor_session=', 'candor_session=guess', `xcandor_session=${TOKEN}`])(
  'A-13 "%s" carries no session',
  (cookies) => {
    expect(sessionOfCookies(cookies)).toBeUndefined()
  },
)
