import { parseUrl } from '../../domain/parse-url.ts'

interface Sender {
  /** The header Origin; browsers send it with everything that changes something. */
  origin: string | undefined
  /** The header Sec-Fetch-Site, where a browser knows it. */
  fetchSite: string | undefined
  host: string | undefined
}

/**
 * Whether a request comes from this site's own pages, or from a program that is no browser. A page of another site
 * can neither leave out nor change these headers. The site may be reached by more names than its public one, so the
 * name that the browser itself sees counts too. A page that sends no referrer has the origin `null`, and only the
 * other header tells that it is ours.
 */
export function isOwnOrigin({ origin, fetchSite, host }: Sender, publicUrl: string): boolean {
  if (origin === undefined || origin === 'null') {
    const isNoBrowser = origin === undefined && fetchSite === undefined
    return isNoBrowser || fetchSite === 'same-origin' || fetchSite === 'none'
  }
  if (origin === publicUrl) return true
  const page = parseUrl(origin)
  if (page === undefined || host === undefined) return false
  // Whoever sits on the line can make up a page of plain http; where the site is behind https it is no page of ours.
  const isProtected = page.protocol === 'https:' || !publicUrl.startsWith('https:')
  return isProtected && page.host === host.toLowerCase()
}
