import type { MenuItemRow, MenuItemValues } from '../../../contract/admin/site/menu-items.ts'
import { cloudsOfMenuItems, writeCloudsOfMenuItem } from '../../../db/site-editing/links.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { PAGE_COMPONENTS } from '../../../domain/page-components.ts'
import { type Around, BY_RETIRED_AT, type Errors, type SiteNoun } from '../site-noun.ts'
import { oneLine, oneLineOrNull } from '../typed-words.ts'
import { isHttpsAddress, isLink, isPagePath } from './addresses.ts'
import { first, isTaken, KEBAB_CASE, NO_SUCH_CLOUD, strangersAmong } from './checks.ts'

const table: SiteTable<'menu_items'> = { name: 'menu_items', key: 'id', order: ['menu', 'position'] }

export const menuItems: SiteNoun<MenuItemValues, MenuItemRow> = {
  entity: 'menu-item',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => {
    const { hidden, routes } = await cloudsOfMenuItems(db)
    return (await readRows(db, table)).map(({ retired_at, ...row }) => ({
      ...row,
      hidden_clouds: hidden.get(row.id) ?? [],
      cloud_routes: routes.get(row.id) ?? [],
      is_retired: retired_at !== null,
    }))
  },
  tidy: (typed) => {
    const isTop = typed.menu === 'top'
    return {
      menu: typed.menu,
      key: oneLine(typed.key),
      parent_id: isTop ? null : typed.parent_id,
      label: oneLine(typed.label),
      route: oneLine(typed.route),
      component: isTop ? null : oneLineOrNull(typed.component),
      deep_link: !isTop && typed.deep_link,
      // Only the main menu hides items, and only the top menu has routes per cloud.
      hidden_clouds: isTop ? [] : typed.hidden_clouds.toSorted((a, b) => a - b),
      cloud_routes: isTop ? tidyRoutes(typed.cloud_routes) : [],
    }
  },
  check: async (values, around) => ({
    ...(await checkClouds(values, around)),
    key: first(
      !KEBAB_CASE.test(values.key) && 'Please use lowercase letters, digits and - only.',
      isTaken(around.others, ({ key }) => key, values.key) && 'Another menu item has this key.',
    ),
    label: first(
      values.label === '' && 'Please give it a name.',
      values.menu === 'top' &&
        isTaken(
          around.others.filter(({ menu }) => menu === 'top'),
          ({ label }) => label,
          values.label,
        ) &&
        'Another item of the top menu has this name.',
    ),
    menu: first(
      around.before !== undefined &&
        around.before.menu !== values.menu &&
        'An item can’t move to another menu.',
    ),
    parent_id: whatIsWrongWithParent(values, around),
    route: values.menu === 'top' ? wrongTopRoute(values.route) : wrongMainRoute(values),
    component: whatIsWrongWithComponent(values, around),
  }),
  toColumns: ({ hidden_clouds: _h, cloud_routes: _r, ...columns }) => columns,
  writeLinks: (trx, id, { hidden_clouds, cloud_routes }) =>
    writeCloudsOfMenuItem(trx, { id, hidden: hidden_clouds, routes: cloud_routes }),
  scopeOf: ({ menu, parent_id }) => parent_id ?? menu,
  retiring: BY_RETIRED_AT,
  usedAs: 'menu-item',
}

type ItemAround = Around<MenuItemRow>

function tidyRoutes(routes: MenuItemValues['cloud_routes']) {
  return routes
    .map(({ cloud_id, route }) => ({ cloud_id, route: oneLine(route) }))
    .toSorted((a, b) => a.cloud_id - b.cloud_id)
}

async function checkClouds(
  { hidden_clouds, cloud_routes }: MenuItemValues,
  { db }: ItemAround,
): Promise<Errors> {
  const routed = cloud_routes.map(({ cloud_id }) => cloud_id)
  const [stranger] = await strangersAmong(db, routed)
  return {
    hidden_clouds: first((await strangersAmong(db, hidden_clouds)).length > 0 && NO_SUCH_CLOUD),
    cloud_routes: first(
      stranger !== undefined && NO_SUCH_CLOUD,
      new Set(routed).size < routed.length && 'A cloud has one route only.',
      cloud_routes.some(({ route }) => !isLink(route)) && NO_LINK,
    ),
  }
}

const NO_LINK = 'Please enter a path of this site or an https address.'

function whatIsWrongWithParent({ parent_id }: MenuItemValues, { others, before }: ItemAround) {
  if (parent_id === null) return undefined
  if (parent_id === before?.id) return 'An item can’t contain itself.'
  const parent = others.find(({ id }) => id === parent_id)
  return first(
    (parent === undefined || parent.menu !== 'main') && 'There is no such item of the main menu.',
    parent !== undefined && parent.parent_id !== null && 'A dropdown can’t contain another dropdown.',
    before !== undefined &&
      others.some((other) => other.parent_id === before.id) &&
      'This is a dropdown itself. Move its entries out first.',
  )
}

function wrongTopRoute(route: string) {
  return first(!isLink(route) && NO_LINK)
}

const OWN_PATHS: ReadonlySet<string> = new Set(
  (
    'api admin assets attachments brand images posts notification sign-in sign-up sign-out subscribe unsubscribe follow thank-you user ' +
    'account-settings privacy-compliance sso feeds rss-feed metrics healthz readyz demo-identity log'
  ).split(' '),
)
/** Below a cloud: records, and pages that every cloud has. */
const OWN_PATHS_OF_CLOUD: ReadonlySet<string> = new Set(
  'posts notification services data-centers availability how-we-inform search ip-ranges for-machines'.split(
    ' ',
  ),
)

function wrongMainRoute({ route, deep_link, parent_id }: MenuItemValues) {
  if (route === '') return first(parent_id !== null && 'Please say where it leads.')
  if (!deep_link && isHttpsAddress(route)) return undefined
  if (!isPagePath(route)) return 'Please enter a path, such as /cloud-status, or an https address.'
  const [, segment = ''] = route.split('/')
  return first(
    (deep_link ? OWN_PATHS_OF_CLOUD : OWN_PATHS).has(segment) && 'The site has pages of its own there.',
    !deep_link && route === '/' && 'Every visit starts there. Please keep it below the cloud.',
  )
}

function whatIsWrongWithComponent({ menu, component, parent_id }: MenuItemValues, { before }: ItemAround) {
  if (menu === 'top') return undefined
  if (component === null) return first(parent_id === null && 'Please choose what the path shows.')
  const isKnown = (PAGE_COMPONENTS as readonly string[]).includes(component)
  return first(!isKnown && component !== before?.component && 'The site has no such page.')
}
