import { parseUrl } from './parse-url.ts'

export interface HelpSites {
  help_url: string
  gov_help_url: string
}

export function helpSite({ help_url, gov_help_url }: HelpSites, isGov: boolean): string {
  return isGov ? gov_help_url : help_url
}

export interface HelpLinks {
  isMapped: boolean
  address(url: string): string
  html(html: string): string
}

/**
 * G-03: on government clouds, links to the help site lead to the same page of the government help site, if
 * there is one.
 */
export function helpLinks(sites: HelpSites, isGov: boolean): HelpLinks {
  const from = hostAndPath(sites.help_url)
  const to = hostAndPath(sites.gov_help_url)
  if (!isGov || from === undefined || to === undefined) return AS_WRITTEN
  const address = addressMapper(from, to)
  const mention = new RegExp(`(?<![\\w.@/-])(https?://)?${escaped(from)}(?![\\w-]|\\.\\w)`, 'gi')
  return {
    isMapped: true,
    address,
    // A link's text may be its URL, which must match where it leads.
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

function hostAndPath(url: string): string | undefined {
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
