import type { Edition, SiteCloud } from '../edition.ts'

/** The cloud with this domain in the document's path. */
export function cloudOfDomain({ site }: Edition, domain: string | undefined): SiteCloud | undefined {
  return site.clouds.find((cloud) => cloud.domain === domain)
}
