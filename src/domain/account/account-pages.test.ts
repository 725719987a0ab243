import { expect, test } from 'vitest'
import { type FORM_PATHS, formPageAddress, isFormPath } from './account-pages.ts'

const address = (path: (typeof FORM_PATHS)[number], query: string) =>
  formPageAddress(path, new URLSearchParams(query))

test('an address contains only the parameters its page knows', () => {
  expect(address('/sign-in', 'x=1&origin=/a%3Fb%3D1%23c&notice=subscribe')).toBe(
    '/sign-in?notice=subscribe&origin=%2Fa%3Fb%3D1%23c',
  )
  expect(address('/sign-up', 'origin=/a&notice=subscribe&token=abc')).toBe('/sign-up?origin=%2Fa')
  expect(address('/sign-out', 'origin=/a&token=abc')).toBe('/sign-out')
  expect(address('/user/password', 'notice=sent&origin=/a')).toBe('/user/password?notice=sent')
  expect(address('/user/password', 'notice=else')).toBe('/user/password')
  expect(address('/unsubscribe', 'x=1&all=1&token=a_b-C1')).toBe('/unsubscribe?token=a_b-C1&all=1')
  expect(address('/user/verify', 'token=a_b-C1&origin=/a')).toBe('/user/verify?token=a_b-C1')
})

test('G-19 an origin on another site is dropped from every address', () => {
  for (const origin of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/sign-in',
    '/sign-up?a',
  ]) {
    expect(address('/sign-in', `origin=${encodeURIComponent(origin)}`)).toBe('/sign-in')
    expect(address('/sign-up', `origin=${encodeURIComponent(origin)}`)).toBe('/sign-up')
  }
})

test('invalid tokens are dropped', () => {
  for (const token of ['', 'a b', '"><script>', 'x'.repeat(129)]) {
    expect(address('/user/password/reset', `token=${encodeURIComponent(token)}`)).toBe('/user/password/reset')
  }
})

test('only pages with such a form count as form pages', () => {
  expect(isFormPath('/user/verify')).toBe(true)
  expect(isFormPath('/subscribe')).toBe(false)
})
