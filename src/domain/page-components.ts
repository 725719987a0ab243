/** G-05: component kinds that a menu can name; each is a page of this site. */
export const PAGE_COMPONENTS = [
  'home',
  'cloud_status',
  'datacenter',
  'threat_map',
  'maintenance',
  'notification',
  'compliance',
  'faq',
  'analytics',
] as const
/** G-04: what a dropdown shows under its own route, whatever component staff gave it. */
export const OVERVIEW_COMPONENT = 'overview'

export type PageComponent = (typeof PAGE_COMPONENTS)[number]
