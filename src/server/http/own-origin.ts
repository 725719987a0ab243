import { parseUrl } from '../../domain/parse-url.ts'

interface Sender {
  origin: string | undefined
  fetchSite: string | undefined
  host: string | undefined
}

/**
 * Whether a request comes from this site's own pages or from a program that isn't a browser. Pages of other sites can
 * neither omit nor change these headers. The site may have more names than its public one, so the Host that the browser
 * used counts, too. A page that sends no referrer has the origin `null`; then only Sec-Fetch-Site tells that it is
 * ours.
 */
export function isOwnOrigin({ origin, fetchSite, host }: Sender, publicUrl: string): boolean {
  if (origin === undefined || origin === 'null') {
    const isNoBrowser = origin === undefined && fetchSite === undefined
    return isNoBrowser || fetchSite === 'same-origin' || fetchSite === 'none'
  }
  if (origin === publicUrl) return true
  const page = parseUrl(origin)
  if (page === undefined || host === undefined) return false
  // An attacker on the network can forge a plain HTTP page, so an HTTPS site doesn't accept those as its own.
  const isProtected = page.protocol === 'https:' || !publicUrl.startsWith('https:')
  return isProtected && page.host === host.toLowerCase()
}
