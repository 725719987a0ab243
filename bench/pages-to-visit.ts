import type { Global } from '../src/contract/global.ts'
import type { ReadAnswer } from '../src/contract/public-reads.ts'
import type { ListResponse } from '../src/contract/records.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../src/domain/menu.ts'
import { availabilityPath, placePath } from '../src/domain/place-address.ts'
import { searchPath } from '../src/domain/search-words.ts'
import { getJson } from './get-bytes.ts'

export interface PageToVisit {
  name: string
  path: string
  /** Shows a map or charts, whose code and geometry no other page should load. */
  isDrawn: boolean
  /** Search results are for the person who searched, so the page asks search engines not to index it. */
  isIndexed: boolean
}

const MENU_PAGES: { name: string; component: string; route?: string; isDrawn?: true }[] = [
  { name: 'home', component: 'home' },
  { name: 'cloud status', component: 'cloud_status' },
  { name: 'incidents', component: 'maintenance', route: '/incidents' },
  { name: 'map', component: 'datacenter', isDrawn: true },
  { name: 'threat map', component: 'threat_map', isDrawn: true },
  { name: 'analytics', component: 'analytics', isDrawn: true },
  { name: 'FAQ', component: 'faq' },
]

export async function pagesToVisit(siteUrl: string): Promise<PageToVisit[]> {
  const { clouds, menu } = await getJson<Global>(`${siteUrl}/api/global`)
  for (const cloud of clouds) {
    const items = pagesOfMenu(visibleMenu(menu.main_menu, cloud))
    const pages = MENU_PAGES.flatMap(({ name, component, route, isDrawn = false }) => {
      const item = items.find((of) => of.component === component && (route ?? of.route) === of.route)
      return item === undefined ? [] : [{ name, path: menuPath(item, cloud), isDrawn, isIndexed: true }]
    })
    const post = await firstIncident(siteUrl, cloud.machine_name)
    if (pages.length === MENU_PAGES.length && post !== undefined) {
      const others = [
        { name: 'post', path: `/${cloud.domain}/posts/${post}` },
        ...(await placePages(siteUrl, cloud)),
        { name: 'availability', path: availabilityPath(cloud.domain) },
      ]
      const search = { name: 'search', path: `${searchPath(cloud.domain)}?search=network` }
      return [
        ...pages,
        ...others.map((page) => ({ ...page, isDrawn: false, isIndexed: true })),
        { ...search, isDrawn: false, isIndexed: false },
      ]
    }
  }
  throw new Error('No cloud of the demo has all kinds of pages.')
}

async function placePages(siteUrl: string, { machine_name, domain }: Global['clouds'][number]) {
  const { data } = await getJson<ReadAnswer<'/api/availability'>>(
    `${siteUrl}/api/availability?cloud=${machine_name}`,
  )
  const service = data.services[0]?.slug ?? ''
  const center = data.regions[0]?.data_centers[0]?.slug ?? ''
  return [
    { name: 'service', path: placePath(domain, 'service', service) },
    { name: 'data center', path: placePath(domain, 'data-center', center) },
  ]
}

async function firstIncident(siteUrl: string, cloud: string) {
  const { records } = await getJson<ListResponse>(`${siteUrl}/api/incident?cloud=${cloud}`)
  return records.find((record) => record.redirect === undefined)?.id
}
