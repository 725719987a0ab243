import { cookieIn, hostCookie } from '../../domain/cookies.ts'

/** Stored in the browser that began the login, so that no other can complete it. */
export interface SignOnAttempt {
  state: string
  nonce: string
  verifier: string
  /** G-19: where the reader wanted to go. */
  origin?: string | undefined
  isNeeded?: boolean | undefined
}

const COOKIE = 'candor_sign_on'
const MAX_AGE_S = 600

export function signOnCookie(attempt: SignOnAttempt, { isSecure }: { isSecure: boolean }): string {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${hostCookie(COOKIE, { isSecure })}=${value}; ${attributes(MAX_AGE_S, isSecure)}`
}

export function clearedSignOnCookie({ isSecure }: { isSecure: boolean }): string {
  return `${hostCookie(COOKIE, { isSecure })}=; ${attributes(0, isSecure)}`
}

export function signOnOfCookies(cookies: string, of: { isSecure: boolean }): SignOnAttempt | undefined {
  const begun = cookieIn(cookies, hostCookie(COOKIE, of))
  if (begun === undefined) return undefined
  try {
    return attemptOf(JSON.parse(Buffer.from(begun, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function attemptOf(value: unknown): SignOnAttempt | undefined {
  const { state, nonce, verifier, origin, isNeeded } = (value ?? {}) as Partial<
    Record<keyof SignOnAttempt, unknown>
  >
  const isWhole = [state, nonce, verifier].every((part) => typeof part === 'string' && part !== '')
  return isWhole
    ? ({
        state,
        nonce,
        verifier,
        ...(typeof origin === 'string' && { origin }),
        ...(isNeeded === true && { isNeeded }),
      } as SignOnAttempt)
    : undefined
}

/** Lax, because the identity provider redirects back from another site. */
function attributes(maxAgeS: number, isSecure: boolean) {
  return `Max-Age=${maxAgeS}; Path=${isSecure ? '/' : '/sso'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
