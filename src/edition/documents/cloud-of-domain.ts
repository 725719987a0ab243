import type { Edition, SiteCloud } from '../edition.ts'

export function cloudOfDomain({ site }: Edition, domain: string | undefined): SiteCloud | undefined {
  return site.clouds.find((cloud) => cloud.domain === domain)
}
