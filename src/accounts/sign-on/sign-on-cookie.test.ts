import { expect, test } from 'vitest'
import { clearedSignOnCookie, signOnCookie, signOnOfCookies } from './sign-on-cookie.ts'

const ATTEMPT = { state: 's', nonce: 'n', verifier: 'v', origin: '/northwall.net/faq?search=ü#a' }

test("OIDC: a login is bound to its browser for ten minutes, in a cookie that scripts can't read", () => {
  const cookie = signOnCookie(ATTEMPT, { isSecure: true })
  expect(cookie).toMatch(
    /^__Host-candor_sign_on=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(signOnOfCookies(`a=b; ${cookie.split(';')[0]}; c=d`, { isSecure: true })).toEqual(ATTEMPT)
  expect(signOnCookie(ATTEMPT, { isSecure: false })).not.toContain('Secure')
  expect(clearedSignOnCookie({ isSecure: false })).toBe(
    'candor_sign_on=; Max-Age=0; Path=/sso; HttpOnly; SameSite=Lax',
  )
})

test.each([
  '',
  'candor_sign_on=',
  'candor_sign_on=%00',
  `candor_sign_on=${encoded('null')}`,
  `candor_sign_on=${encoded('{')}`,
  `candor_sign_on=${encoded('{"state":"s","nonce":"n"}')}`,
  `candor_sign_on=${encoded('{"state":"","nonce":"n","verifier":"v"}')}`,
  `candor_sign_on=${encoded('{"state":["s"],"nonce":"n","verifier":"v"}')}`,
])('OIDC: %j is not a pending login', (cookies) => {
  expect(signOnOfCookies(cookies, { isSecure: false })).toBeUndefined()
})

function encoded(text: string) {
  return Buffer.from(text).toString('base64url')
}
