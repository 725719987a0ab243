import { expect, test } from 'vitest'
import { clearedFlashCookie, flashCookie, flashOfCookies } from './flash.ts'

test('A-05 what the server sets is what the page says', () => {
  const [pair] = flashCookie('signed-in', { isSecure: true }).split(';')
  expect(flashOfCookies(`cloud=a; ${pair}`)).toBe('You have successfully logged in!')
})

test.each(['', 'candor_flash=', 'candor_flash=<b>', 'candor_flash=toString', 'xcandor_flash=signed-in'])(
  '"%s" says nothing',
  (cookies) => {
    expect(flashOfCookies(cookies)).toBeUndefined()
  },
)

test('once shown it goes', () => {
  expect(clearedFlashCookie({ isSecure: false })).toBe('candor_flash=; Max-Age=0; Path=/; SameSite=Lax')
})
