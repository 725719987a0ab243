import { escapeAttribute } from '../../domain/escape-html.ts'
import { hasPast, inEdition } from '../../domain/log/past-address.ts'
import { decodeEntities } from '../../domain/plain-text.ts'
import { sitePath } from '../../domain/site-path.ts'
import type { Edition } from '../../edition/edition.ts'
import type { PastShown } from '../../web/past/past-context.ts'
import type { FoundPast } from '../answers/find-past.ts'
import type { Config } from '../config.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { CSP_REPORTS_PATH } from '../routes/csp-reports.ts'
import { INLINE_SCRIPTS } from './document.ts'

export function pastShown(
  { held: { edition }, at, redacted, areNamesOfNow }: FoundPast,
  address: string,
): PastShown {
  return {
    edition: edition.number,
    publishedAt: edition.publishedAt.toISOString(),
    at: at?.toISOString(),
    redacted,
    areNamesOfNow,
    presentAddress: address,
  }
}

/**
 * A page of the past runs no scripts: they know only the present. In a sandbox, style sheets also see a
 * page without scripting, so it looks and works as it does for readers who switched scripts off.
 */
export function pastPolicy({ isHttps }: Pick<Config, 'isHttps'>) {
  const usual = securityHeaders({ isHttps, inlineScripts: INLINE_SCRIPTS, reportsTo: CSP_REPORTS_PATH })
  return { 'content-security-policy': `${usual['content-security-policy']}, ${SANDBOX}` }
}

const SANDBOX =
  'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-top-navigation-by-user-activation'

/** Our renderer and sanitizer write double quotes. */
export function linksInPast(edition: Edition, past: PastShown, html: string): string {
  return html
    .replace(LINK, (whole, start: string, href: string) => {
      if (whole.includes(PRESENT_MARK)) return whole
      return `${start}${escapeAttribute(addressInPast(edition, past, decodeEntities(href)))}"`
    })
    .replace(FORM, (whole, action: string) =>
      whole.includes(PRESENT_MARK) || !isOfPast(edition, action) ? whole : whole + hiddenFields(past),
    )
}

/** Only `href` values that are paths of this site. The mark, if any, comes first. */
const LINK = /(<a\b[^<>]* href=")(\/(?!\/)[^"]*)"/g
const FORM = /<form\b[^<>]* action="(\/[^"?]*)"[^<>]*>/g
const PRESENT_MARK = 'data-present'

export function addressInPast(edition: Edition, { edition: number, at }: PastShown, address: string): string {
  const path = sitePath(address)
  if (path === undefined || !isOfPast(edition, path)) return address
  return inEdition(address, { edition: number, at: at === undefined ? undefined : new Date(at) })
}

function isOfPast({ site }: Edition, address: string): boolean {
  return hasPast(site.menu, address.replace(/[?#].*$/, ''))
}

function hiddenFields({ edition, at }: PastShown): string {
  const fields = [['edition', String(edition)], ...(at === undefined ? [] : [['at', at]])]
  return fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`).join('')
}
