import { type Capability, can, type Role } from '../access.ts'

const SITE: readonly Capability[] = ['edit-site']

/** Z-04, Z-05: the parts of the site that staff edit, by their path, and the required capabilities: any of these. */
export const SITE_PARTS = {
  clouds: SITE,
  products: SITE,
  menus: SITE,
  banners: SITE,
  'home-banners': SITE,
  'list-messages': [
    'edit-incidents',
    'edit-maintenance',
    'edit-advisories',
    'edit-url-notifications',
    'edit-cloud-app-notifications',
    'edit-advisory-notifications',
    'edit-sub-processor-notifications',
  ],
  maintenance: ['close-site'],
  provider: SITE,
  approval: SITE,
  brand: SITE,
  services: SITE,
  'service-categories': SITE,
  'data-centers': SITE,
  'ip-ranges': SITE,
  regions: SITE,
  severities: SITE,
  statuses: SITE,
  terms: [
    'edit-url-notifications',
    'edit-cloud-app-notifications',
    'edit-advisory-notifications',
    'edit-sub-processor-notifications',
  ],
  faq: ['edit-faq'],
  compliance: ['edit-compliance'],
  'compliance-texts': ['edit-compliance'],
  policies: ['edit-policies'],
  schedule: SITE,
  threats: SITE,
} as const satisfies Record<string, readonly Capability[]>

export type SitePartName = keyof typeof SITE_PARTS

export const SITE_PART_NAMES = Object.keys(SITE_PARTS) as SitePartName[]

export function canEditPart(roles: readonly Role[], part: SitePartName): boolean {
  return SITE_PARTS[part].some((capability) => can(roles, capability))
}
