import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

/** All public data except records: some hundred rows, read as a whole when one of them changes. */
export async function readSite(db: Kysely<DB>) {
  return together({
    settings: db
      .selectFrom('settings')
      .where('key', 'in', ['provider', 'maintenance'])
      .select(['key', 'value'])
      .execute(),
    siteBanners: db
      .selectFrom('site_banners')
      .select(['id', 'cloud_id', 'gravity', 'text', 'link_url', 'link_text', 'starts_at', 'ends_at'])
      .orderBy('id')
      .execute(),
    products: db.selectFrom('products').selectAll().orderBy('position').orderBy('id').execute(),
    clouds: db
      .selectFrom('clouds')
      .where('retired_at', 'is', null)
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    banners: db.selectFrom('cloud_banners').selectAll().execute(),
    menuItems: db
      .selectFrom('menu_items')
      .where('retired_at', 'is', null)
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    cloudRoutes: db.selectFrom('menu_item_cloud_routes').selectAll().execute(),
    hiddenClouds: db.selectFrom('menu_item_hidden_clouds').selectAll().execute(),
    severities: db.selectFrom('severities').selectAll().orderBy('rank', 'desc').execute(),
    statuses: db.selectFrom('statuses').selectAll().orderBy('position').orderBy('id').execute(),
    serviceCategories: db
      .selectFrom('service_categories')
      .selectAll()
      .orderBy('position')
      .orderBy('tid')
      .execute(),
    services: db.selectFrom('services').selectAll().orderBy('position').orderBy('tid').execute(),
    regions: db.selectFrom('regions').selectAll().orderBy('position').orderBy('tid').execute(),
    dataCenters: db.selectFrom('data_centers').selectAll().orderBy('position').orderBy('name').execute(),
    cloudDataCenters: db.selectFrom('cloud_data_centers').selectAll().execute(),
    pages: db
      .selectFrom('pages')
      .select(['slug', 'cloud_id', 'title', 'page_top', 'body', 'column_titles'])
      .execute(),
    complianceRows: db.selectFrom('compliance_rows').selectAll().orderBy('position').orderBy('id').execute(),
    scheduleRegions: db
      .selectFrom('schedule_regions')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    scheduleCells: db.selectFrom('schedule_cells').selectAll().orderBy('weekday').execute(),
    // Includes removed ones: firewalls follow the changes.
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
