import type { BannerLink } from '../domain/banners/banner.ts'
import { parseUrl } from '../domain/parse-url.ts'
import { sitePath } from '../domain/site-path.ts'

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
