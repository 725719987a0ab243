import { AUTH_COOKIE_MAX_AGE_S } from '../constants.ts'
import { cookieIn, hostCookie } from '../cookies.ts'

const SESSION = 'candor_session'
/** Marks a browser that has signed in before, so that guessing by others doesn't slow it down. */
const DEVICE = 'candor_device'
export const DEVICE_MAX_AGE_S = 365 * 86_400

/** A sign-in waiting for its second step. It isn't a session and gives no access. */
const SECOND_STEP = 'candor_second_step'
export const SECOND_STEP_MAX_AGE_S = 600

/** read by pages. With both tokens, a user counts as signed in. */
const CSRF = 'csrf_token'
const LOGOUT = 'logout_token'
/** the absolute end of the session, in seconds since 1970. */
const TIMEOUT = 'session_timeout'
/** Unique per session, so that open tabs notice a new sign-in. Gives no access. */
const SECURITY = 'security'

export interface SessionTokens {
  session: string
  csrf: string
  logout: string
  security: string
  expiresAt: Date
}

export function sessionCookies(tokens: SessionTokens, { isSecure }: { isSecure: boolean }): string[] {
  const cookie = (name: string, value: string) =>
    `${name}=${value}; ${attributes(AUTH_COOKIE_MAX_AGE_S, isSecure)}`
  return [
    `${cookie(hostCookie(SESSION, { isSecure }), tokens.session)}; HttpOnly`,
    cookie(CSRF, tokens.csrf),
    cookie(LOGOUT, tokens.logout),
    cookie(TIMEOUT, String(Math.floor(tokens.expiresAt.getTime() / 1000))),
    cookie(SECURITY, tokens.security),
  ]
}

export function deviceCookie(token: string, { isSecure }: { isSecure: boolean }): string {
  return `${hostCookie(DEVICE, { isSecure })}=${token}; ${attributes(DEVICE_MAX_AGE_S, isSecure)}; HttpOnly`
}

export function secondStepCookie(token: string, { isSecure }: { isSecure: boolean }): string {
  const name = hostCookie(SECOND_STEP, { isSecure })
  return `${name}=${token}; ${attributes(SECOND_STEP_MAX_AGE_S, isSecure)}; HttpOnly`
}

export function clearedSecondStepCookie({ isSecure }: { isSecure: boolean }): string {
  return `${hostCookie(SECOND_STEP, { isSecure })}=; ${attributes(0, isSecure)}; HttpOnly`
}

export function clearedSessionCookies({ isSecure }: { isSecure: boolean }): string[] {
  const session = hostCookie(SESSION, { isSecure })
  return [`${session}=; ${attributes(0, isSecure)}; HttpOnly`, ...clearedReadableCookies({ isSecure })]
}

export function clearedReadableCookies({ isSecure }: { isSecure: boolean }): string[] {
  return [CSRF, LOGOUT, TIMEOUT, SECURITY].map((name) => `${name}=; ${attributes(0, isSecure)}`)
}

function attributes(maxAgeS: number, isSecure: boolean) {
  return `Max-Age=${maxAgeS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function sessionOfCookies(cookies: string, of: { isSecure: boolean }): string | undefined {
  return tokenIn(cookies, hostCookie(SESSION, of))
}

/** Whether a request may come from a signed-in user. Cheap: it doesn't look at the site's URL. */
export function mayHaveSession(cookies: string): boolean {
  return [true, false].some((isSecure) => sessionOfCookies(cookies, { isSecure }) !== undefined)
}

export function deviceOfCookies(cookies: string, of: { isSecure: boolean }): string | undefined {
  return tokenIn(cookies, hostCookie(DEVICE, of))
}

export function secondStepOfCookies(cookies: string, of: { isSecure: boolean }): string | undefined {
  return tokenIn(cookies, hostCookie(SECOND_STEP, of))
}

export interface ReadableSession {
  csrf: string
  logout: string
  endsAtMs: number
  security: string
}

export function readableSession(cookies: string): ReadableSession | undefined {
  const csrf = tokenIn(cookies, CSRF)
  const logout = tokenIn(cookies, LOGOUT)
  if (csrf === undefined || logout === undefined) return undefined
  const timeout = cookieIn(cookies, TIMEOUT)
  const endsAtMs = timeout !== undefined && /^\d{1,12}$/.test(timeout) ? Number(timeout) * 1000 : Infinity
  return { csrf, logout, endsAtMs, security: cookieIn(cookies, SECURITY) ?? '' }
}

function tokenIn(cookies: string, name: string) {
  const token = cookieIn(cookies, name)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** 32 random bytes in base64url. Anything else was made up and needs no query. */
const TOKEN = /^[\w-]{43}$/
