import { parseUrl } from './parse-url.ts'

/**
 * A path of this site, or nothing. Browsers read `//host`, `/\host` and tabs or line breaks inside a
 * path as ways to another host, so only what survives a URL parser unchanged on our own origin counts.
 */
export function sitePath(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined || !value.startsWith('/')) return undefined
  const url = parseUrl(value, NOWHERE)
  if (url === undefined || url.origin !== NOWHERE || /\p{Cc}|\\/u.test(value)) return undefined
  // Dots resolve away: `/.//host` comes out of the parser as `//host`.
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** G-11: a record may send its reader to a path of this site or to an allowed https host. */
export function safeRedirect(value: string, allowedHosts: readonly string[]): string | undefined {
  const path = sitePath(value)
  if (path !== undefined) return path
  const url = parseUrl(value)
  return url?.protocol === 'https:' && allowedHosts.includes(url.host) ? url.href : undefined
}

const NOWHERE = 'https://site.invalid'
