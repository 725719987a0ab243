import { expect, test } from 'vitest'
import { clearedFlashCookie, flashCookie, flashOfCookies } from './flash.ts'

test('A-05 the page shows what the server set', () => {
  const [pair] = flashCookie('signed-in', { isSecure: true }).split(';')
  expect(flashOfCookies(`cloud=a; ${pair}`)).toBe('You have successfully logged in!')
})

test.each(['', 'candor_flash=', 'candor_flash=<b>', 'candor_flash=toString', 'xcandor_flash=signed-in'])(
  '"%s" shows nothing',
  (cookies) => {
    expect(flashOfCookies(cookies)).toBeUndefined()
  },
)

test('the cookie is cleared once shown', () => {
  expect(clearedFlashCookie({ isSecure: false })).toBe('candor_flash=; Max-Age=0; Path=/; SameSite=Lax')
})
