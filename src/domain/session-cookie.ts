/** the session itself; the server alone reads it. */
const SESSION_COOKIE = 'candor_session'

/** The token of the session in a Cookie header. */
export function sessionOfCookies(cookies: string): string | undefined {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${SESSION_COOKIE}=`))
  const token = pair?.slice(SESSION_COOKIE.length + 1)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** 32 random bytes in base64url. Anything else was made up, and is nothing to ask a database about. */
const TOKEN = /^[\w-]{43}$/
