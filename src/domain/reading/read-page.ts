export const READ_PAGES = [
  'home',
  'cloud_status',
  'incidents',
  'maintenance',
  'advisories',
  'notifications',
  'record',
  'data_centers',
  'threats',
  'compliance',
  'faq',
  'account',
  'other',
  'feeds',
  'api',
] as const
export type ReadPage = (typeof READ_PAGES)[number]

export function isReadPage(name: string): name is ReadPage {
  return (READ_PAGES as readonly string[]).includes(name)
}

/** Called for every answer, so it parses as little as possible. */
export function pageOfPath(url: string): ReadPage {
  const path = pathOf(url)
  const last = path.lastIndexOf('/')
  const named = NAMED_PAGES.get(path.slice(last + 1))
  if (named !== undefined) return named
  const section = path.slice(path.lastIndexOf('/', last - 1) + 1, last)
  if (section === 'posts' || section === 'notification') return 'record'
  if (path.startsWith('/user/')) return 'account'
  // `/northwall.net` is the home page of a cloud.
  const isCloud = last === 0 && path.includes('.')
  return isCloud ? 'home' : 'other'
}

/** Requests from our own pages count as the page they load; undefined for parts of a page. All others count as API. */
export function pageOfApi(url: string, isOwnPage: boolean): ReadPage | undefined {
  const path = pathOf(url)
  if (path === '/api/edition') return undefined
  if (!isOwnPage) return 'api'
  // The cloud status page sends two requests, for services and for data centers.
  if (path === '/api/cloud-status' && !url.includes('requestType=core')) return undefined
  const end = path.indexOf('/', API.length)
  return PAGE_DATA.get(end === -1 ? path.slice(API.length) : path.slice(API.length, end))
}

const API = '/api/'

const NAMED_PAGES: ReadonlyMap<string, ReadPage> = new Map([
  ['', 'home'],
  ['cloud-status', 'cloud_status'],
  ['incidents', 'incidents'],
  ['maintenance', 'maintenance'],
  ['security-advisories', 'advisories'],
  ['notifications', 'notifications'],
  ['url-category-notification', 'notifications'],
  ['cloud-app-notification', 'notifications'],
  ['advisory-notification', 'notifications'],
  ['sub-processor-notification', 'notifications'],
  ['data-center-map', 'data_centers'],
  ['threats', 'threats'],
  ['threat-map', 'threats'],
  ['analytics', 'threats'],
  ['compliance', 'compliance'],
  ['faq', 'faq'],
  ['sign-in', 'account'],
  ['sign-up', 'account'],
  ['sign-out', 'account'],
  ['subscribe', 'account'],
  ['unsubscribe', 'account'],
  ['follow', 'account'],
  ['account-settings', 'account'],
])

/** The one read that every view of a page needs, so that it counts once. */
const PAGE_DATA: ReadonlyMap<string, ReadPage> = new Map([
  ['cloud-banner', 'home'],
  ['cloud-status', 'cloud_status'],
  ['incident', 'incidents'],
  ['maintenance', 'maintenance'],
  ['advisory', 'advisories'],
  ['notifications', 'notifications'],
  ['posts', 'record'],
  ['notification', 'record'],
  ['dc_map', 'data_centers'],
  ['threats', 'threats'],
  ['threat-flows', 'threats'],
  ['compliance', 'compliance'],
  ['basic-page', 'other'],
])

function pathOf(url: string) {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
