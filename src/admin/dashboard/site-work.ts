import type { Role } from '../../domain/access.ts'
import { sitePartsFor } from '../site/site-parts.ts'

export interface SiteWork {
  path: string
  name: string
  words: string
}

const NAMED_AT_MOST = 4

/** Z-05: the parts of the site that these roles can edit. */
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
