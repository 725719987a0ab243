import { isDeepStrictEqual } from 'node:util'
import type { SiteRows } from '../db/site.ts'
import { imagesOfLook, lookOf, STANDARD_LOOK } from '../domain/brand/brand.ts'
import type { GoalFrom } from '../domain/dated-goals.ts'
import { filesIn } from '../domain/images/attachment-name.ts'
import { NO_INFORMING_GOALS } from '../domain/informing/quarter-figures.ts'
import { prefixOf } from '../domain/ip-ranges/ip-prefix.ts'
import type { Menu } from '../domain/menu.ts'
import { updatePolicyOf } from '../domain/update-policy.ts'
import type { Site, SiteCloud, SiteDataCenter, SiteProvider, SiteService } from './edition.ts'
import { toBanners } from './to-banners.ts'
import { toMaintenance } from './to-maintenance.ts'

export function toSite(rows: SiteRows): Site {
  const services = new Map(rows.services.map((row) => [row.tid, toService(row, rows)]))
  const dataCenters = toDataCenters(rows)
  return {
    provider: toProvider(rows),
    products: rows.products.map(({ machine_name, title }) => ({ machine_name, title })),
    clouds: rows.clouds.map((cloud) => toCloud(cloud, rows, services, dataCenters)),
    menu: toMenu(rows),
    severities: rows.severities.map(
      ({ tid, name, color_code, status_icon, rank, in_legend, is_retired }) => ({
        tid,
        name,
        color_code,
        status_icon,
        rank,
        isInLegend: in_legend && !is_retired,
      }),
    ),
    statuses: rows.statuses.map(({ id, name, class: className, icon, is_closed, is_retired }) => ({
      id,
      name,
      class: className,
      icon,
      isClosed: is_closed,
      isRetired: is_retired,
    })),
    services,
    regions: rows.regions.map(({ tid, title }) => ({ tid, title })),
    dataCenters,
    pages: rows.pages.map((page) => ({
      slug: page.slug,
      cloudId: page.cloud_id,
      title: page.title,
      pageTop: page.page_top,
      body: page.body,
      columnTitles: page.column_titles,
    })),
    images: new Set([
      ...rows.pages.flatMap(({ page_top, body }) => filesIn(page_top + body)),
      ...rows.banners.flatMap(({ description }) => filesIn(description)),
      ...(rows.brand ?? []).flatMap(({ value }) => imagesOfLook(lookOf(value))),
    ]),
    complianceRows: rows.complianceRows.map((row) => ({
      cloudId: row.cloud_id,
      description: row.description,
      date: row.date_text,
    })),
    ipRanges: rows.ipRanges.map((row) => ({
      id: row.id,
      dataCenterTid: row.data_center_tid,
      prefix: prefixOf(row.range).text,
      note: row.note,
      addedOn: row.added_on,
      removedOn: row.removed_on,
    })),
    banners: toBanners(rows),
    maintenance: toMaintenance(rows),
  }
}

const UNNAMED_PROVIDER: SiteProvider = {
  name: 'Candor',
  legal_name: 'Candor',
  staff_domains: [],
  help_url: '',
  gov_help_url: '',
  feedback_email: '',
  security_contact: '',
  update_every_hours: null,
  ...NO_INFORMING_GOALS,
  brand: STANDARD_LOOK,
}

/** Edition files of earlier releases lack it. */
function toBrand({ brand }: Partial<Pick<SiteRows, 'brand'>>) {
  return lookOf(brand?.[0]?.value)
}

function toProvider({ settings, ...rows }: SiteRows): SiteProvider {
  const set = {
    ...UNNAMED_PROVIDER,
    ...(settings.find(({ key }) => key === 'provider')?.value as Partial<SiteProvider>),
  }
  // Field by field, so that other values in the setting stay private.
  const { name, legal_name, staff_domains, help_url, gov_help_url, feedback_email, security_contact } = set
  const { publish_goals, message_goals, promise_goals } = set
  return {
    name,
    legal_name,
    staff_domains,
    help_url,
    gov_help_url,
    feedback_email,
    security_contact,
    update_every_hours: updatePolicyOf(set.update_every_hours),
    publish_goals,
    message_goals,
    promise_goals,
    brand: toBrand(rows),
  }
}

function toGoals(
  { goals }: Partial<Pick<SiteRows, 'goals'>>,
  of: 'service_tid' | 'data_center_tid',
  tid: number,
): GoalFrom[] {
  return (goals ?? [])
    .filter((row) => row[of] === tid)
    .map(({ from_month, percent }) => ({ from: from_month, percent }))
}

function toService(row: SiteRows['services'][number], rows: SiteRows): SiteService {
  return {
    tid: row.tid,
    name: row.name,
    info: row.info,
    isActive: row.is_active,
    startedOn: row.started_on,
    endedOn: row.ended_on,
    goals: toGoals(rows, 'service_tid', row.tid),
  }
}

function toDataCenters({ dataCenters, regions, ...rows }: SiteRows) {
  const regionTitles = new Map(regions.map((region) => [region.tid, region.title]))
  return new Map(
    dataCenters.map((row): [number, SiteDataCenter] => [
      row.tid,
      {
        tid: row.tid,
        name: row.name,
        city: row.city,
        country: row.country_code,
        region: regionTitles.get(row.region_tid) ?? '',
        latitude: row.latitude,
        longitude: row.longitude,
        isPremium: row.is_premium,
        isFedrampModerate: row.is_fedramp_moderate,
        hasRegionalSurcharge: row.has_regional_surcharge,
        isActive: row.is_active,
        openedOn: row.opened_on,
        closedOn: row.closed_on,
        goals: toGoals(rows, 'data_center_tid', row.tid),
      },
    ]),
  )
}

function toCloud(
  cloud: SiteRows['clouds'][number],
  rows: SiteRows,
  services: Map<number, SiteService>,
  dataCenters: Map<number, SiteDataCenter>,
): SiteCloud {
  const banner = rows.banners.find((row) => row.cloud_id === cloud.id)
  const product = rows.products.find((row) => row.id === cloud.product_id)
  return {
    id: cloud.id,
    title: cloud.title,
    machine_name: cloud.machine_name,
    domain: cloud.domain,
    default_page: cloud.default_page,
    type: product?.machine_name ?? '',
    is_gov: cloud.is_gov,
    cloud_status: {
      core_cloud_services: flag(cloud.shows_core_services),
      datacenter: flag(cloud.shows_data_centers),
      premium_datacenter: flag(cloud.shows_premium_data_centers),
    },
    banner: { title: banner?.title ?? cloud.title, description: banner?.description ?? '' },
    serviceCategories: rows.serviceCategories
      .filter((category) => category.cloud_id === cloud.id)
      .map(({ tid, title }) => ({ tid, title, services: servicesOf(tid, rows, services) })),
    regions: regionsOf(cloud.id, rows, dataCenters),
    schedule: scheduleOf(cloud.id, rows),
  }
}

function servicesOf(categoryTid: number, rows: SiteRows, services: Map<number, SiteService>) {
  return rows.services
    .filter((row) => row.category_tid === categoryTid)
    .flatMap((row) => services.get(row.tid) ?? [])
}

function regionsOf(cloudId: number, rows: SiteRows, dataCenters: Map<number, SiteDataCenter>) {
  const here = new Set(
    rows.cloudDataCenters.filter((row) => row.cloud_id === cloudId).map((row) => row.data_center_tid),
  )
  return rows.regions
    .map(({ tid, title }) => ({
      tid,
      title,
      dataCenters: rows.dataCenters
        .filter((row) => row.region_tid === tid && here.has(row.tid))
        .flatMap((row) => dataCenters.get(row.tid) ?? []),
    }))
    .filter((region) => region.dataCenters.length > 0)
}

const WEEKDAYS = 7

function scheduleOf(cloudId: number, rows: SiteRows) {
  return rows.scheduleRegions
    .filter((region) => region.cloud_id === cloudId)
    .map(({ id, title }) => {
      const cells = rows.scheduleCells.filter((cell) => cell.schedule_region_id === id)
      return {
        title,
        cells: Array.from({ length: WEEKDAYS }, (_, weekday) => {
          const cell = cells.find((candidate) => candidate.weekday === weekday)
          return { value: cell?.value ?? '', className: cell?.class_name ?? '' }
        }),
      }
    })
}

function toMenu(rows: SiteRows): Menu {
  const machineNames = new Map(rows.clouds.map((cloud) => [cloud.id, cloud.machine_name]))
  const hiddenFrom = (itemId: number) =>
    rows.hiddenClouds
      .filter((row) => row.menu_item_id === itemId)
      .flatMap((row) => machineNames.get(row.cloud_id) ?? [])

  const toItem = (row: SiteRows['menuItems'][number], component: string) => ({
    id: row.key,
    item: row.label,
    route: row.route,
    deep_link: row.deep_link,
    component: row.component ?? component,
    hide_from_clouds: hiddenFrom(row.id),
  })
  const childrenOf = (parentId: number) => rows.menuItems.filter((row) => row.parent_id === parentId)

  return {
    main_menu: rows.menuItems
      .filter((row) => row.menu === 'main' && row.parent_id === null)
      .map((row) => {
        const item = toItem(row, '')
        const children = childrenOf(row.id).map((child) => toItem(child, item.component))
        return children.length === 0 ? item : { ...item, sub_menus: children }
      }),
    top_menu: rows.menuItems
      .filter((row) => row.menu === 'top')
      .map((row) => {
        const exceptions = rows.cloudRoutes
          .filter((route) => route.menu_item_id === row.id)
          .flatMap(({ cloud_id, route }) => {
            const name = machineNames.get(cloud_id)
            return name === undefined ? [] : [[name, route]]
          })
        if (exceptions.length === 0) return { item: row.label, route: row.route }
        const byCloud = Object.fromEntries(exceptions)
        return { item: row.label, route: { ...byCloud, commercial: row.route } }
      }),
  }
}

function flag(value: boolean) {
  return value ? '1' : '0'
}

/** The next site, with the values of the one before where they are equal, so that what was made from them stays. */
export function withUnchanged(before: Site | undefined, next: Site): Site {
  if (before === undefined) return next
  const clouds = next.clouds.map((cloud) => {
    const was = before.clouds.find(({ id }) => id === cloud.id)
    return was !== undefined && isDeepStrictEqual(was, cloud) ? was : cloud
  })
  const shared = { ...next, clouds }
  for (const name of Object.keys(shared) as (keyof Site)[]) {
    if (isDeepStrictEqual(before[name], shared[name])) Object.assign(shared, { [name]: before[name] })
  }
  const isSame = (Object.keys(shared) as (keyof Site)[]).every((name) => shared[name] === before[name])
  return isSame ? before : shared
}
