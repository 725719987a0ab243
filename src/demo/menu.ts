import { CLOUDS, type DemoCloud, GOV_CLOUDS } from './clouds.ts'

interface TopItem {
  key: string
  label: string
  route: string
  govRoute?: string
}

interface MainItem {
  key: string
  label: string
  route: string
  component: string
  hiddenFor?: (cloud: DemoCloud) => boolean
  subMenus?: readonly Omit<MainItem, 'subMenus'>[]
}

const TOP_MENU: readonly TopItem[] = [
  {
    key: 'support',
    label: 'Support',
    route: 'https://support.northwall.example/',
    govRoute: 'https://support.northwall-gov.example/',
  },
  { key: 'community', label: 'Community', route: 'https://community.northwall.example/' },
  {
    key: 'help',
    label: 'Help',
    route: 'https://help.northwall.example/',
    govRoute: 'https://help.northwall-gov.example/',
  },
]

const CLASSIFIES_URLS: readonly string[] = ['internet_access', 'government', 'workload_protection']

/** Only commercial clouds have figures: governments keep theirs private, and an agent blocks nothing on its own. */
function showsThreats({ isGov, isBeta, hasDataCenters }: DemoCloud) {
  return !isGov && !isBeta && hasDataCenters
}

const MAIN_MENU: readonly MainItem[] = [
  { key: 'home', label: 'Home', route: '/', component: 'home' },
  { key: 'cloud-status', label: 'Cloud Status', route: '/cloud-status', component: 'cloud_status' },
  { key: 'incidents', label: 'Incidents', route: '/incidents', component: 'maintenance' },
  { key: 'maintenance', label: 'Maintenance', route: '/maintenance', component: 'maintenance' },
  {
    key: 'security-advisories',
    label: 'Security Advisories',
    route: '/security-advisories',
    component: 'maintenance',
    hiddenFor: (cloud) => cloud.isBeta,
  },
  {
    key: 'notifications',
    label: 'Notifications',
    route: '/notifications',
    component: 'notification',
    subMenus: [
      {
        key: 'url-category-notification',
        label: 'URL Category Changes',
        route: '/url-category-notification',
        component: 'notification',
        hiddenFor: (cloud) => !CLASSIFIES_URLS.includes(cloud.product),
      },
      {
        key: 'cloud-app-notification',
        label: 'Cloud App',
        route: '/cloud-app-notification',
        component: 'notification',
      },
      {
        key: 'advisory-notification',
        label: 'Advisories',
        route: '/advisory-notification',
        component: 'notification',
      },
      {
        key: 'sub-processor-notification',
        label: 'Sub-processors',
        route: '/sub-processor-notification',
        component: 'notification',
      },
    ],
  },
  {
    key: 'data-center-map',
    label: 'Data Center Map',
    route: '/data-center-map',
    component: 'datacenter',
    hiddenFor: (cloud) => !cloud.hasDataCenters,
  },
  {
    key: 'threats',
    label: 'Threats',
    route: '/threats',
    component: 'analytics',
    subMenus: [
      {
        key: 'threat-map',
        label: 'Threat Map',
        route: '/threat-map',
        component: 'threat_map',
        hiddenFor: (cloud) => !showsThreats(cloud),
      },
      {
        key: 'analytics',
        label: 'Analytics',
        route: '/analytics',
        component: 'analytics',
        hiddenFor: (cloud) => !showsThreats(cloud),
      },
    ],
  },
  {
    key: 'compliance',
    label: 'Compliance',
    route: '/compliance',
    component: 'compliance',
    hiddenFor: (cloud) => !cloud.isGov,
  },
  { key: 'faq', label: 'FAQ', route: '/faq', component: 'faq' },
]

export function menuRows() {
  const rows = [...topRows(), ...mainRows()].map((row, index) => ({ ...row, id: index + 1 }))
  const idOf = new Map(rows.map(({ key, id }) => [key, id]))

  return {
    menu_items: rows.map(({ parentKey, govRoute, hiddenFor, ...row }) => ({
      ...row,
      parent_id: parentKey === null ? null : (idOf.get(parentKey) ?? null),
    })),
    menu_item_cloud_routes: rows.flatMap(({ id, govRoute }) =>
      govRoute === undefined
        ? []
        : GOV_CLOUDS.map((cloud) => ({ menu_item_id: id, cloud_id: cloud.id, route: govRoute })),
    ),
    menu_item_hidden_clouds: rows.flatMap(({ id, hiddenFor }) =>
      CLOUDS.filter((cloud) => hiddenFor?.(cloud)).map((cloud) => ({ menu_item_id: id, cloud_id: cloud.id })),
    ),
  }
}

/** For a menu from before there were threats. */
export function threatMenuRows() {
  const { menu_items, menu_item_hidden_clouds } = menuRows()
  const parent = menu_items.find(({ key }) => key === 'threats')
  const added = menu_items.filter((item) => item === parent || item.parent_id === parent?.id)
  const ids = new Set(added.map(({ id }) => id))
  return {
    menu_items: added,
    menu_item_hidden_clouds: menu_item_hidden_clouds.filter(({ menu_item_id }) => ids.has(menu_item_id)),
  }
}

function topRows() {
  return TOP_MENU.map(({ key, label, route, govRoute }, position) => ({
    menu: 'top' as const,
    key,
    parentKey: null,
    label,
    route,
    component: null,
    deep_link: false,
    position,
    govRoute,
    hiddenFor: undefined,
  }))
}

function mainRows() {
  return MAIN_MENU.flatMap((item, position) => [
    mainRow(item, null, position),
    ...(item.subMenus ?? []).map((subMenu, subPosition) => mainRow(subMenu, item.key, subPosition)),
  ])
}

function mainRow(item: MainItem, parentKey: string | null, position: number) {
  return {
    menu: 'main' as const,
    key: item.key,
    parentKey,
    label: item.label,
    route: item.route,
    component: item.component,
    deep_link: true,
    position,
    govRoute: undefined,
    hiddenFor: item.hiddenFor,
  }
}
