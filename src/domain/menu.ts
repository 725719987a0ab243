import type { Cloud } from './cloud.ts'
import { OVERVIEW_COMPONENT } from './page-components.ts'

export interface TopMenuItem {
  item: string
  /** One URL for all, or one per machine name of a cloud plus a default. */
  route: string | { commercial: string; [machineName: string]: string }
}

export interface SubMenuItem {
  id: string
  item: string
  route: string
  deep_link: boolean
  component: string
  hide_from_clouds: string[]
}

export interface MainMenuItem extends SubMenuItem {
  sub_menus?: SubMenuItem[]
}

export interface Menu {
  top_menu: TopMenuItem[]
  main_menu: MainMenuItem[]
}

type Addressed = Pick<Cloud, 'domain' | 'machine_name'>

/** N-05 */
export function topMenuRoute(item: TopMenuItem, cloud: Addressed): string {
  if (typeof item.route === 'string') return item.route
  const own = Object.hasOwn(item.route, cloud.machine_name) ? item.route[cloud.machine_name] : undefined
  return own ?? item.route.commercial
}

/** G-04, G-07: the path of a menu item on a cloud; `/` is the cloud's home. */
export function menuPath(item: Pick<SubMenuItem, 'route' | 'deep_link'>, cloud: Addressed): string {
  if (!item.deep_link) return item.route
  return item.route === '/' ? `/${cloud.domain}` : `/${cloud.domain}${item.route}`
}

export function isHidden(item: Pick<SubMenuItem, 'hide_from_clouds'>, cloud: Addressed): boolean {
  return item.hide_from_clouds.includes(cloud.machine_name)
}

/** G-06: the items of this cloud, without empty dropdowns. */
export function visibleMenu(menu: readonly MainMenuItem[], cloud: Addressed): MainMenuItem[] {
  return menu
    .filter((item) => !isHidden(item, cloud))
    .map((item) =>
      item.sub_menus === undefined
        ? item
        : { ...item, sub_menus: item.sub_menus.filter((sub) => !isHidden(sub, cloud)) },
    )
    .filter((item) => item.sub_menus === undefined || item.sub_menus.length > 0)
}

/**
 * A dropdown has its sub menus and, under its own route, an overview of them. Overviews come last, so that a
 * page with the same route wins.
 */
export function pagesOfMenu(menu: readonly MainMenuItem[]): SubMenuItem[] {
  const overviews = menu
    .filter(hasOverview)
    .map(({ sub_menus, ...item }) => ({ ...item, component: OVERVIEW_COMPONENT }))
  return [...menu.flatMap((item) => item.sub_menus ?? [item]), ...overviews]
}

/** G-04: `/` stays the home of the cloud, and other routes may be empty or lead to another site. */
function hasOverview({ sub_menus, route }: MainMenuItem) {
  return sub_menus !== undefined && route !== '/' && route.startsWith('/')
}

export function defaultPath(cloud: Addressed & Pick<Cloud, 'default_page'>): string {
  return menuPath({ route: cloud.default_page, deep_link: true }, cloud)
}
