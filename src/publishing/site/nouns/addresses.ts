import { parseUrl } from '../../../domain/parse-url.ts'
import { sitePath } from '../../../domain/site-path.ts'

export function isLink(url: string): boolean {
  return sitePath(url) !== undefined || isHttpsAddress(url)
}

export function isHttpsAddress(url: string): boolean {
  const parsed = parseUrl(url)
  if (parsed === undefined) return false
  const { protocol, username, password } = parsed
  return protocol === 'https:' && username === '' && password === '' && /^https:\/\/[^/]/i.test(url)
}

/** Only plain segments, because the router gives some characters a meaning. */
export function isPagePath(path: string): boolean {
  return path === '/' || /^(\/[a-z0-9][a-z0-9._-]*)+$/i.test(path)
}

/** `cloud.example`: with a dot, so that it never clashes with a path of the site. */
export function isHostName(host: string): boolean {
  return (
    host.length <= 253 &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(host)
  )
}
