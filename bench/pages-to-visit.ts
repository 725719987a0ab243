import type { Global } from '../src/contract/global.ts'
import type { ListResponse } from '../src/contract/records.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../src/domain/menu.ts'
import { getJson } from './get-bytes.ts'

export interface PageToVisit {
  name: string
  path: string
  /** Shows a map or charts, whose code and geometry no other page should load. */
  isDrawn: boolean
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

/** One page of each kind, on the first cloud whose menu has them all. */
export async function pagesToVisit(siteUrl: string): Promise<PageToVisit[]> {
  const { clouds, menu } = await getJson<Global>(`${siteUrl}/api/global`)
  for (const cloud of clouds) {
    const items = pagesOfMenu(visibleMenu(menu.main_menu, cloud))
    const pages = MENU_PAGES.flatMap(({ name, component, route, isDrawn = false }) => {
      const item = items.find((of) => of.component === component && (route ?? of.route) === of.route)
      return item === undefined ? [] : [{ name, path: menuPath(item, cloud), isDrawn }]
    })
    const post = await firstIncident(siteUrl, cloud.machine_name)
    if (pages.length === MENU_PAGES.length && post !== undefined) {
      return [...pages, { name: 'post', path: `/${cloud.domain}/posts/${post}`, isDrawn: false }]
    }
  }
  throw new Error('No cloud of the demo has all kinds of pages.')
}

async function firstIncident(siteUrl: string, cloud: string) {
  const { records } = await getJson<ListResponse>(`${siteUrl}/api/incident?cloud=${cloud}`)
  return records.find((record) => record.redirect === undefined)?.id
}
