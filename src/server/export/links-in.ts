import { parseUrl } from '../../domain/parse-url.ts'

/** Every address of this site that a page or a site map leads to, without the part behind `#`. */
export function linksIn(body: string, { page, publicUrl }: { page: string; publicUrl: string }): string[] {
  const base = new URL(page, publicUrl)
  const links = new Set<string>()
  for (const [, attribute, element] of body.matchAll(LINK)) {
    const text = unescapeMarkup(attribute ?? element ?? '')
    const url = parseUrl(text, base.href)
    if (url?.origin === base.origin) links.add(url.pathname + url.search)
  }
  return [...links]
}

const LINK = /\s(?:href|src)="([^"#]+)|<loc>([^<#]+)<\/loc>/g

function unescapeMarkup(text: string) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
