import { expect, test } from 'vitest'
import {
  clearedSessionCookies,
  deviceCookie,
  deviceOfCookies,
  readableSession,
  sessionCookies,
  sessionOfCookies,
} from './session-cookies.ts'

const TOKEN = 'mJ0q3Zf_5yq0Wn2k1c-9aTtE7bVxH4sLrP8uYdGgKoI'
const CSRF = 'a'.repeat(43)
const LOGOUT = 'b'.repeat(43)
const TOKENS = {
  session: TOKEN,
  csrf: CSRF,
  logout: LOGOUT,
  security: 's'.repeat(22),
  expiresAt: new Date('2026-11-16T10:00:00.500Z'),
}

test('A-13 the session is found among other cookies', () => {
  expect(sessionOfCookies(`cloud=a; candor_session=${TOKEN}; theme=dark`, { isSecure: false })).toBe(TOKEN)
  expect(sessionOfCookies(`cloud=a; __Host-candor_session=${TOKEN}`, { isSecure: true })).toBe(TOKEN)
})

test.each(['', 'cloud=a', 'candor_session=', 'candor_session=guess', `xcandor_session=${TOKEN}`])(
  'A-13 "%s" has no session',
  (cookies) => {
    expect(sessionOfCookies(cookies, { isSecure: false })).toBeUndefined()
  },
)

test('A-13 only the server reads the session, pages read the rest, and all last a day', () => {
  const cookies = sessionCookies(TOKENS, { isSecure: true })
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-candor_session',
    'csrf_token',
    'logout_token',
    'session_timeout',
    'security',
  ])
  for (const cookie of cookies) expect(cookie).toMatch(/; Max-Age=86400; Path=\/; SameSite=Lax; Secure/)
  expect(cookies.filter((cookie) => cookie.includes('HttpOnly'))).toEqual([cookies[0]])
  expect(cookies[3]).toContain('session_timeout=1794823200;')
})

test('A-13 without https there is no Secure, so that browsers keep them', () => {
  expect(sessionCookies(TOKENS, { isSecure: false }).join()).not.toContain('Secure')
})

test('A-12 the page reads what the server set', () => {
  const header = sessionCookies(TOKENS, { isSecure: false })
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  expect(readableSession(header)).toEqual({
    csrf: CSRF,
    logout: LOGOUT,
    endsAtMs: Date.parse('2026-11-16T10:00:00Z'),
    security: TOKENS.security,
  })
})

test.each([`csrf_token=${CSRF}`, `logout_token=${LOGOUT}`, '', `csrf_token=; logout_token=${LOGOUT}`])(
  'A-12 "%s" does not count as signed in: it takes both tokens',
  (cookies) => {
    expect(readableSession(cookies)).toBeUndefined()
  },
)

test('A-14 without its cookie, the end of a session is far in the future', () => {
  expect(readableSession(`csrf_token=${CSRF}; logout_token=${LOGOUT}`)?.endsAtMs).toBe(Infinity)
})

test('A-12 signing out clears every cookie of the session', () => {
  const cleared = clearedSessionCookies({ isSecure: true })
  expect(cleared.map((cookie) => cookie.split(';').slice(0, 2).join())).toEqual([
    '__Host-candor_session=, Max-Age=0',
    'csrf_token=, Max-Age=0',
    'logout_token=, Max-Age=0',
    'session_timeout=, Max-Age=0',
    'security=, Max-Age=0',
  ])
})

test('a device has its own cookie that only the server reads', () => {
  const cookie = deviceCookie(TOKEN, { isSecure: true })
  expect(cookie).toContain('HttpOnly')
  expect(deviceOfCookies(cookie.split(';')[0] ?? '', { isSecure: true })).toBe(TOKEN)
})

test('A-13 under https, a session that another host of the domain could have set is ignored', () => {
  expect(sessionOfCookies(`candor_session=${TOKEN}`, { isSecure: true })).toBeUndefined()
  expect(deviceOfCookies(`candor_device=${TOKEN}`, { isSecure: true })).toBeUndefined()
})
