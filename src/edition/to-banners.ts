import type { SiteRows } from '../db/site.ts'
import type { BannerLink, PlannedBanner } from '../domain/banners/banner.ts'
import { parseUrl } from '../domain/parse-url.ts'
import { sitePath } from '../domain/site-path.ts'

export function toBanners({
  siteBanners,
  clouds,
}: Pick<SiteRows, 'siteBanners' | 'clouds'>): PlannedBanner[] {
  return siteBanners.flatMap((row) => {
    const cloud = clouds.find(({ id }) => id === row.cloud_id)
    // Drops banners of retired clouds. They must not turn into banners for all clouds.
    if (row.cloud_id !== null && cloud === undefined) return []
    return {
      id: row.id,
      cloud: cloud?.machine_name ?? null,
      gravity: row.gravity,
      text: row.text,
      link: bannerLink(row.link_url, row.link_text),
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    }
  })
}

export function bannerLink(url: string | null, text: string | null): BannerLink | null {
  if (url === null || text === null || text.trim() === '') return null
  const target = sitePath(url) ?? httpsAddress(url)
  return target === undefined ? null : { url: target, text }
}

function httpsAddress(url: string): string | undefined {
  const parsed = parseUrl(url)
  return parsed?.protocol === 'https:' ? parsed.href : undefined
}
