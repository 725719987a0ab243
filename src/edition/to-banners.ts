import type { SiteRows } from '../db/site.ts'
import type { PlannedBanner } from '../domain/banners/banner.ts'
import { bannerLink } from './banner-link.ts'

export function toBanners({
  siteBanners,
  clouds,
}: Pick<SiteRows, 'siteBanners' | 'clouds'>): PlannedBanner[] {
  return siteBanners.flatMap((row) => {
    const cloud = clouds.find(({ id }) => id === row.cloud_id)
    // Of a cloud that is retired: for nobody, least of all for everybody.
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
