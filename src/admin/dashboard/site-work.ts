import { type Capability, can, type Role } from '../../domain/access.ts'

export interface SiteWork {
  path: string
  name: string
  words: string
}

const PAGES: readonly (SiteWork & { needs: Capability })[] = [
  {
    needs: 'edit-policies',
    path: '/admin/site/policies',
    name: 'Policies',
    words: 'The cookie policy and the other texts that readers agree to.',
  },
  {
    needs: 'edit-compliance',
    path: '/admin/site/compliance',
    name: 'Compliance',
    words: 'Features and the date on which their approval is expected.',
  },
  {
    needs: 'edit-url-notifications',
    path: '/admin/site/url-categories',
    name: 'URL categories',
    words: 'The categories that URL notifications are about.',
  },
  {
    needs: 'edit-faq',
    path: '/admin/site/faq',
    name: 'FAQ',
    words: 'Questions and answers.',
  },
]

/** Z-05: the pages of the site that these roles look after. */
export function siteWorkFor(roles: readonly Role[]): SiteWork[] {
  return PAGES.filter(({ needs }) => can(roles, needs))
}
