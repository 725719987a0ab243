export const OWN_CALENDAR_FOLDER = '/calendar/own/'
const ENDING = '.ics'
const SECRET = /^[\w-]{43}$/

export function ownCalendarPath(secret: string): string {
  return `${OWN_CALENDAR_FOLDER}${secret}${ENDING}`
}

export function secretOfFile(file: string): string | undefined {
  const secret = file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : undefined
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/**
 * A path that is safe to log. Detects capitals, extra slashes and single or double encoding; the matched route counts,
 * too.
 */
export function withoutSecret(path: string, route: string | undefined): string {
  const plain = decoded(decoded(path))
  const isSecret = /calendar[^a-z]+own[^a-z]/i.test(plain) || route?.startsWith(OWN_CALENDAR_FOLDER)
  // The address of a sender ends with its key.
  if (/api[^a-z]+v1[^a-z]+alerts[^a-z]/i.test(plain) || route?.startsWith('/api/v1/alerts/'))
    return '/api/v1/alerts/…'
  return isSecret ? `${OWN_CALENDAR_FOLDER}…` : path
}

/** Decodes each escape on its own, so that one invalid escape does not leave the rest encoded. */
function decoded(path: string): string {
  return path.replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code))
}
