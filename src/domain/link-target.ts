import { parseUrl } from './parse-url.ts'
import { sitePath } from './site-path.ts'

/**
 * Allowed link targets in a body: a heading on the same page, an absolute path on this site, or a full URL. Relative
 * URLs would lead elsewhere in a feed or a mail, and `//host` is another site. Returns the parser's spelling, so that
 * browsers can't read it differently.
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
