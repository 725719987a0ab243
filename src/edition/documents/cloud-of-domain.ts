import type { Edition, SiteCloud } from '../edition.ts'

/** The cloud whose address a document stands under. */
export function cloudOfDomain({ site }: Edition, domain: string | undefined): SiteCloud | undefined {
  return site.clouds.find((cloud) => cloud.domain === domain)
}
