import type { Kysely } from 'kysely'
import { BRANDS_KEPT } from './brands.ts'
import type { DB } from './database.ts'

/**
 * Edition files contain these rows, so columns are listed, and rows that no page shows are left out: those of
 * retired clouds, menu items and products. The order is fixed, so that the same site gives the same file.
 */
export async function readSite(db: Kysely<DB>, { cloudIds }: { cloudIds?: number[] } = {}) {
  const clouds = db.selectFrom('clouds')
  // With `cloudIds`: the clouds of an earlier edition, some of which may be retired now.
  const unretired =
    cloudIds === undefined
      ? clouds.where('retired_at', 'is', null)
      : clouds.where('id', 'in', [...cloudIds, 0])
  const liveClouds = unretired.select('id')
  const topItems = db
    .selectFrom('menu_items')
    .where('retired_at', 'is', null)
    .where('parent_id', 'is', null)
    .select('id')
  const liveItems = db
    .selectFrom('menu_items')
    .where('retired_at', 'is', null)
    .where((eb) => eb.or([eb('parent_id', 'is', null), eb('parent_id', 'in', topItems)]))
  return together({
    // Settings contain more than is public: `toSite` picks the public part.
    settings: db
      .selectFrom('settings')
      .where('key', 'in', ['provider', 'maintenance'])
      .select(['key', 'value'])
      .orderBy('key')
      .execute(),
    // The live one first. Older ones are included, because mails that were sent show their logos.
    brand: db.selectFrom('brands').select('value').orderBy('number', 'desc').limit(BRANDS_KEPT).execute(),
    siteBanners: db
      .selectFrom('site_banners')
      .where((eb) => eb.or([eb('cloud_id', 'is', null), eb('cloud_id', 'in', liveClouds)]))
      .select(['id', 'cloud_id', 'gravity', 'text', 'link_url', 'link_text', 'starts_at', 'ends_at'])
      .orderBy('id')
      .execute(),
    products: db
      .selectFrom('products')
      .where((eb) => eb.or([eb('retired_at', 'is', null), eb('id', 'in', unretired.select('product_id'))]))
      .select(['id', 'machine_name', 'title'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    clouds: unretired
      .select(['id', 'product_id', 'title', 'machine_name', 'domain', 'default_page', 'is_gov'])
      .select(['shows_core_services', 'shows_data_centers', 'shows_premium_data_centers'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    banners: db
      .selectFrom('cloud_banners')
      .where('cloud_id', 'in', liveClouds)
      .select(['cloud_id', 'title', 'description'])
      .orderBy('cloud_id')
      .execute(),
    menuItems: liveItems
      .select(['id', 'menu', 'key', 'parent_id', 'label', 'route', 'component', 'deep_link'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    cloudRoutes: db
      .selectFrom('menu_item_cloud_routes')
      .where('cloud_id', 'in', liveClouds)
      .where('menu_item_id', 'in', liveItems.select('id'))
      .select(['menu_item_id', 'cloud_id', 'route'])
      .orderBy('menu_item_id')
      .orderBy('cloud_id')
      .execute(),
    hiddenClouds: db
      .selectFrom('menu_item_hidden_clouds')
      .where('cloud_id', 'in', liveClouds)
      .where('menu_item_id', 'in', liveItems.select('id'))
      .select(['menu_item_id', 'cloud_id'])
      .orderBy('menu_item_id')
      .orderBy('cloud_id')
      .execute(),
    severities: db
      .selectFrom('severities')
      .select(['tid', 'name', 'color_code', 'status_icon', 'rank', 'in_legend'])
      .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
      .orderBy('rank', 'desc')
      .orderBy('tid')
      .execute(),
    statuses: db
      .selectFrom('statuses')
      .select(['id', 'name', 'class', 'icon', 'is_closed'])
      .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
      .orderBy('position')
      .orderBy('id')
      .execute(),
    serviceCategories: db
      .selectFrom('service_categories')
      .where('cloud_id', 'in', liveClouds)
      .select(['tid', 'cloud_id', 'title'])
      .orderBy('position')
      .orderBy('tid')
      .execute(),
    // Includes those of retired clouds, because old records refer to them.
    services: db
      .selectFrom('services')
      .select(['tid', 'category_tid', 'name', 'info', 'is_active', 'started_on', 'ended_on'])
      .orderBy('position')
      .orderBy('tid')
      .execute(),
    regions: db.selectFrom('regions').select(['tid', 'title']).orderBy('position').orderBy('tid').execute(),
    dataCenters: db
      .selectFrom('data_centers')
      .select(['tid', 'region_tid', 'name', 'city', 'country_code', 'latitude', 'longitude'])
      .select(['is_premium', 'is_fedramp_moderate', 'has_regional_surcharge'])
      .select(['is_active', 'opened_on', 'closed_on'])
      .orderBy('position')
      .orderBy('name')
      .execute(),
    goals: db
      .selectFrom('availability_goals')
      .select(['service_tid', 'data_center_tid', 'from_month', 'percent'])
      .orderBy('from_month')
      .orderBy('service_tid')
      .orderBy('data_center_tid')
      .execute(),
    cloudDataCenters: db
      .selectFrom('cloud_data_centers')
      .where('cloud_id', 'in', liveClouds)
      .select(['cloud_id', 'data_center_tid'])
      .orderBy('cloud_id')
      .orderBy('data_center_tid')
      .execute(),
    pages: db
      .selectFrom('pages')
      .where((eb) => eb.or([eb('cloud_id', 'is', null), eb('cloud_id', 'in', liveClouds)]))
      .select(['slug', 'cloud_id', 'title', 'page_top', 'body', 'column_titles'])
      .orderBy('id')
      .execute(),
    complianceRows: db
      .selectFrom('compliance_rows')
      .where((eb) => eb.or([eb('cloud_id', 'is', null), eb('cloud_id', 'in', liveClouds)]))
      .select(['cloud_id', 'description', 'date_text'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    scheduleRegions: db
      .selectFrom('schedule_regions')
      .where('cloud_id', 'in', liveClouds)
      .select(['id', 'cloud_id', 'title'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    scheduleCells: db
      .selectFrom('schedule_cells')
      .innerJoin('schedule_regions', 'schedule_regions.id', 'schedule_cells.schedule_region_id')
      .where('schedule_regions.cloud_id', 'in', liveClouds)
      .select(['schedule_region_id', 'weekday', 'value', 'class_name'])
      .orderBy('schedule_region_id')
      .orderBy('weekday')
      .execute(),
    // Includes removed ones, because firewalls follow the changes.
    ipRanges: db
      .selectFrom('ip_ranges')
      .select(['id', 'data_center_tid', 'range', 'note', 'added_on', 'removed_on'])
      .orderBy('id')
      .execute(),
  })
}

export type SiteRows = Awaited<ReturnType<typeof readSite>>

async function together<T extends Record<string, Promise<unknown>>>(reads: T) {
  const entries = Object.entries(reads).map(async ([name, rows]) => [name, await rows] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof T]: Awaited<T[Name]> }
}
