import { parseUrl } from './parse-url.ts'
import { sitePath } from './site-path.ts'

/**
 * Where a link of a body may lead: a heading of the same page, a path of this site from its root, or a whole address.
 * What is relative to a page would lead elsewhere in a feed or a mail, and `//host` is no path of this site. The parser's
 * own spelling comes back, so that a browser cannot read it in another way.
 */
export function linkTarget(value: string): string | undefined {
  const written = value.trim()
  if (written.startsWith('#')) return new URL(written, ANY_PAGE).hash || undefined
  const path = sitePath(written)
  if (path !== undefined) return path
  const url = parseUrl(written)
  if (url === undefined) return undefined
  // `https://northwall.example@elsewhere.example` shows one host and leads to another.
  const isPlain = url.username === '' && url.password === ''
  return isPlain && LINK_PROTOCOLS.includes(url.protocol) ? url.href : undefined
}

const ANY_PAGE = 'https://site.invalid'
const LINK_PROTOCOLS = ['https:', 'http:', 'mailto:', 'tel:']
