import { parseUrl } from '../parse-url.ts'
import { sitePath } from '../site-path.ts'
import type { BannerLink } from './banner.ts'

/** What a banner may lead to: a path of this site or an https address. Anything else is no link. */
export function bannerLink(url: string | null, text: string | null): BannerLink | null {
  if (url === null || text === null || text.trim() === '') return null
  const target = sitePath(url) ?? httpsAddress(url)
  return target === undefined ? null : { url: target, text }
}

function httpsAddress(url: string): string | undefined {
  const parsed = parseUrl(url)
  return parsed?.protocol === 'https:' ? parsed.href : undefined
}
