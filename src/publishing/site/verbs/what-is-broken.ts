export interface SiteShape {
  clouds: readonly ShapeOfCloud[]
  items: readonly ShapeOfItem[]
}

interface ShapeOfCloud {
  id: number
  title: string
  default_page: string
  is_retired: boolean
}

interface ShapeOfItem {
  id: number
  menu: 'top' | 'main'
  parent_id: number | null
  label: string
  route: string
  component: string | null
  deep_link: boolean
  hidden_clouds: readonly number[]
  is_retired: boolean
}

export interface Breakage {
  /** Identifies the same problem before and after a change. */
  key: string
  sentence: string
  fields: { cloud?: string; 'menu-item'?: string }
}

export function whatIsBroken(site: SiteShape): Breakage[] {
  const clouds = site.clouds.filter(({ is_retired }) => !is_retired)
  const pages = pagesIn(site.items)
  return [
    ...(clouds.length === 0 ? [NO_CLOUD] : []),
    ...(pages.some(isHome) ? [] : [NO_HOME]),
    ...samePaths(pages),
    ...clouds.filter((cloud) => !opens(cloud, pages)).map(opensNowhere),
  ]
}

interface Page {
  item: ShapeOfItem
  path: string
  component: string | null
  hiddenClouds: readonly number[]
}

/** As in domain/menu: the pages of a dropdown are its entries. */
function pagesIn(items: readonly ShapeOfItem[]): Page[] {
  const shown = items.filter(({ menu, is_retired }) => menu === 'main' && !is_retired)
  return shown.flatMap((item) => {
    const parent = item.parent_id === null ? undefined : shown.find(({ id }) => id === item.parent_id)
    const isOrphan = item.parent_id !== null && parent === undefined
    const isDropdown = shown.some(({ parent_id }) => parent_id === item.id)
    if (isOrphan || isDropdown) return []
    return {
      item,
      path: (item.deep_link ? BELOW_CLOUD : '') + (item.route || '/'),
      component: item.component ?? parent?.component ?? null,
      hiddenClouds: [...item.hidden_clouds, ...(parent?.hidden_clouds ?? [])],
    }
  })
}

const BELOW_CLOUD = ':cloud'

const NO_CLOUD: Breakage = {
  key: 'no-cloud',
  sentence: 'The site needs at least one cloud.',
  fields: {},
}

const NO_HOME: Breakage = {
  key: 'no-home',
  sentence: 'The main menu needs its home: an item with the path / below the cloud that shows the home page.',
  fields: {},
}

function isHome({ path, component }: Page) {
  return path === `${BELOW_CLOUD}/` && component === 'home'
}

function samePaths(pages: readonly Page[]): Breakage[] {
  return pages.flatMap((page, index) => {
    const earlier = pages.slice(0, index).find(({ path }) => path === page.path)
    if (earlier === undefined) return []
    return {
      key: `same-path ${page.path}`,
      sentence: `“${earlier.item.label}” and “${page.item.label}” of the main menu have the same path.`,
      fields: { 'menu-item': 'route' },
    }
  })
}

function opens({ id, default_page }: ShapeOfCloud, pages: readonly Page[]) {
  return pages.some(
    ({ path, hiddenClouds }) => path === BELOW_CLOUD + default_page && !hiddenClouds.includes(id),
  )
}

function opensNowhere({ id, title, default_page }: ShapeOfCloud): Breakage {
  return {
    key: `opens-nowhere ${id}`,
    sentence: `${title} opens at ${default_page}, and its menu has no such page. Choose another first page for it.`,
    fields: { cloud: 'default_page', 'menu-item': 'hidden_clouds' },
  }
}
