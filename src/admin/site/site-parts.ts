import { type ComponentType, lazy } from 'react'
import type { Role } from '../../domain/access.ts'
import { canEditPart, type SitePartName } from '../../domain/site-editing/site-parts.ts'

export interface SitePart {
  name: SitePartName
  title: string
  about: string
}

export interface SitePartGroup {
  title: string
  parts: readonly SitePart[]
}

/** Z-04: all site content except records. */
const GROUPS: readonly SitePartGroup[] = [
  {
    title: 'What readers choose from',
    parts: [
      { name: 'clouds', title: 'Clouds', about: 'The clouds readers choose from' },
      { name: 'products', title: 'Products', about: 'Headings of the cloud selector' },
      { name: 'menus', title: 'Menus', about: 'Order, labels, paths, where an item is hidden' },
    ],
  },
  {
    title: 'Messages across the site',
    parts: [
      { name: 'banners', title: 'Site banners', about: 'Across the top of every page' },
      { name: 'home-banners', title: 'Home banners', about: 'Title and description of each cloud’s home' },
      { name: 'list-messages', title: 'List messages', about: 'Above lists of records, by cloud' },
      { name: 'maintenance', title: 'Temporary maintenance', about: 'Closes the whole site for a while' },
      { name: 'approval', title: 'Approval', about: 'What needs a second person before publishing' },
      { name: 'brand', title: 'Brand', about: 'Name, logo, colors, footer, sender of mail' },
      {
        name: 'provider',
        title: 'Provider',
        about: 'Legal name, help pages, promised updates, domains of staff',
      },
    ],
  },
  {
    title: 'What records refer to',
    parts: [
      { name: 'services', title: 'Services', about: 'Lines on the timeline, by category' },
      { name: 'service-categories', title: 'Service categories', about: 'Headings of services, by cloud' },
      { name: 'data-centers', title: 'Data centers', about: 'With their places on the map' },
      { name: 'ip-ranges', title: 'IP ranges', about: 'Addresses data center traffic comes from' },
      { name: 'regions', title: 'Regions', about: 'Groups of data centers' },
      { name: 'severities', title: 'Severities', about: 'How severe a record is' },
      { name: 'statuses', title: 'Statuses', about: 'The progress of a record' },
      { name: 'terms', title: 'Notification categories', about: 'URL categories and others, by heading' },
    ],
  },
  {
    title: 'Pages and tables',
    parts: [
      { name: 'faq', title: 'FAQ', about: 'Questions and answers' },
      { name: 'compliance', title: 'Compliance', about: 'Rows of the table' },
      { name: 'compliance-texts', title: 'Compliance page text', about: 'Above the table' },
      { name: 'policies', title: 'Policies', about: 'The cookie policy' },
      { name: 'schedule', title: 'Update schedule', about: 'Regions by weekday' },
      { name: 'threats', title: 'Threat figures', about: 'Days shown in the charts and on the map' },
    ],
  },
]

/** What these roles may edit. The server decides; this only hides dead ends. */
export function sitePartsFor(roles: readonly Role[]): SitePartGroup[] {
  return GROUPS.map(({ title, parts }) => ({
    title,
    parts: parts.filter(({ name }) => canEditPart(roles, name)),
  })).filter(({ parts }) => parts.length > 0)
}

/** Separate chunks: most people only open one of them. */
export const SCREENS: Record<SitePartName, ComponentType> = {
  clouds: screen(async () => (await import('./parts/clouds-part.tsx')).CloudsPart),
  products: screen(async () => (await import('./parts/products-part.tsx')).ProductsPart),
  menus: screen(async () => (await import('./parts/menus-part.tsx')).MenusPart),
  banners: screen(async () => (await import('./parts/banners-part.tsx')).BannersPart),
  'home-banners': screen(async () => (await import('./parts/home-banners-part.tsx')).HomeBannersPart),
  'list-messages': screen(async () => (await import('./parts/list-messages-part.tsx')).ListMessagesPart),
  maintenance: screen(async () => (await import('./parts/maintenance/maintenance-part.tsx')).MaintenancePart),
  approval: screen(async () => (await import('./parts/approval-part.tsx')).ApprovalPart),
  brand: screen(async () => (await import('./parts/brand/brand-part.tsx')).BrandPart),
  provider: screen(async () => (await import('./parts/provider-part.tsx')).ProviderPart),
  services: screen(async () => (await import('./parts/services-part.tsx')).ServicesPart),
  'service-categories': screen(
    async () => (await import('./parts/service-categories-part.tsx')).ServiceCategoriesPart,
  ),
  'data-centers': screen(async () => (await import('./parts/data-centers-part.tsx')).DataCentersPart),
  'ip-ranges': screen(async () => (await import('./parts/ip-ranges/ip-ranges-part.tsx')).IpRangesPart),
  regions: screen(async () => (await import('./parts/regions-part.tsx')).RegionsPart),
  severities: screen(async () => (await import('./parts/severities-part.tsx')).SeveritiesPart),
  statuses: screen(async () => (await import('./parts/statuses-part.tsx')).StatusesPart),
  terms: screen(async () => (await import('./parts/terms-part.tsx')).TermsPart),
  faq: screen(async () => (await import('./parts/faq/faq-part.tsx')).FaqPart),
  compliance: screen(async () => (await import('./parts/compliance/compliance-part.tsx')).CompliancePart),
  'compliance-texts': screen(
    async () => (await import('./parts/compliance/compliance-texts-part.tsx')).ComplianceTextsPart,
  ),
  policies: screen(async () => (await import('./parts/policies-part.tsx')).PoliciesPart),
  schedule: screen(async () => (await import('./parts/schedule/schedule-part.tsx')).SchedulePart),
  threats: screen(async () => (await import('./parts/threats-part.tsx')).ThreatsPart),
}

function screen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }))
}
