import { parseUrl } from './parse-url.ts'

export interface HelpSites {
  help_url: string
  gov_help_url: string
}

/** G-03: where help is for a cloud, or for a whole deployment. Empty: there is no help site. */
export function helpSite({ help_url, gov_help_url }: HelpSites, isGov: boolean): string {
  return isGov ? gov_help_url : help_url
}

/** G-03: links to help pages as a cloud shows them. */
export interface HelpLinks {
  /** False where every link stays as it is. */
  isMapped: boolean
  address(url: string): string
  /** Sanitized HTML. */
  html(html: string): string
}

/** On government clouds a link to the help site leads to the same page of the government help site, if there is one. */
export function helpLinks(sites: HelpSites, isGov: boolean): HelpLinks {
  const from = placeOfSite(sites.help_url)
  const to = placeOfSite(sites.gov_help_url)
  if (!isGov || from === undefined || to === undefined) return AS_WRITTEN
  const address = addressMapper(from, to)
  const mention = new RegExp(`(?<![\\w.@/-])(https?://)?${escaped(from)}(?![\\w-]|\\.\\w)`, 'gi')
  return {
    isMapped: true,
    address,
    // What a link shows may be its own address, which must not name another site than the one it leads to.
    html: (html) =>
      html.replace(LINK, (link, href: string) =>
        address(href) === href
          ? link
          : link.replace(mention, (_, scheme?: string) => (scheme === undefined ? to : `https://${to}`)),
      ),
  }
}

const AS_WRITTEN: HelpLinks = { isMapped: false, address: (url) => url, html: (html) => html }

/** As the sanitizer writes links: they never nest, and attributes are in double quotes. */
const LINK = /<a\s[^>]*?href="([^"]*)"[^>]*>.*?<\/a>/gs

/** Host and path, without the scheme and without a slash at the end. Undefined for an address that is missing or invalid. */
function placeOfSite(url: string): string | undefined {
  const parsed = parseUrl(url)
  return parsed && parsed.host + parsed.pathname.replace(/\/+$/, '')
}

function addressMapper(from: string, to: string) {
  const start = new RegExp(`^https?://${escaped(from)}(?=[/?#]|$)`, 'i')
  return (url: string) => url.replace(start, `https://${to.replaceAll('$', '$$$$')}`)
}

function escaped(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
