import { parseUrl } from '../../domain/parse-url.ts'
import { decodeEntities } from '../../domain/plain-text.ts'

export function linksIn(body: string, { page, publicUrl }: { page: string; publicUrl: string }): string[] {
  const base = new URL(page, publicUrl)
  const links = new Set<string>()
  for (const [, attribute, element] of body.matchAll(LINK)) {
    const text = decodeEntities(attribute ?? element ?? '')
    const url = parseUrl(text, base.href)
    if (url?.origin === base.origin) links.add(url.pathname + url.search)
  }
  return [...links]
}

const LINK = /\s(?:href|src)="([^"#]+)|<loc>([^<#]+)<\/loc>/g
