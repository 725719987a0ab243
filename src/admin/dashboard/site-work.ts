import type { Role } from '../../domain/access.ts'
import { sitePartsFor } from '../site/site-parts.ts'

export interface SiteWork {
  path: string
  name: string
  words: string
}

/** Whoever looks after more than these goes by the list of all of them. */
const NAMED_AT_MOST = 4

/** Z-05: the pages of the site that these roles look after. */
export function siteWorkFor(roles: readonly Role[]): SiteWork[] {
  const parts = sitePartsFor(roles).flatMap((group) => group.parts)
  if (parts.length > NAMED_AT_MOST) {
    return [
      { path: '/admin/site', name: 'Site content', words: 'Everything on the site that is not a record.' },
    ]
  }
  return parts.map(({ name, title, about }) => ({
    path: `/admin/site/${name}`,
    name: title,
    words: `${about}.`,
  }))
}
