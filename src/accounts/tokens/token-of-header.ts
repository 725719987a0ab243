/** Said aloud, so that scanners of repositories know a key that was left in one. */
export const TOKEN_PREFIX = 'cnd_'
const TOKEN = /^cnd_[A-Za-z0-9_-]{43}$/

/** What `Authorization` brings, if it can be a token of ours: anything else is not even looked up. */
export function tokenOfHeader(authorization: string | undefined): string | undefined {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return TOKEN.test(token) ? token : undefined
}
