import { parseUrl } from './parse-url.ts'

/**
 * A path on this site; undefined for anything else. Browsers follow `//host`, `/\host` and tabs or line breaks in a
 * path to another host, so it must survive the URL parser unchanged on our own origin.
 */
export function sitePath(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined || !value.startsWith('/')) return undefined
  const url = parseUrl(value, NOWHERE)
  if (url === undefined || url.origin !== NOWHERE || /\p{Cc}|\\/u.test(value)) return undefined
  // Dot segments are resolved: the parser turns `/.//host` into `//host`.
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** G-11: a record may redirect to a path on this site or to an allowed https host. */
export function safeRedirect(value: string, allowedHosts: readonly string[]): string | undefined {
  const path = sitePath(value)
  if (path !== undefined) return path
  const url = parseUrl(value)
  return url?.protocol === 'https:' && allowedHosts.includes(url.host) ? url.href : undefined
}

const NOWHERE = 'https://site.invalid'
