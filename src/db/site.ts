import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

/** Everything public that is not a record: some hundred rows, read whole whenever one of them changed. */
export async function readSite(db: Kysely<DB>) {
  const [
    settings,
    products,
    clouds,
    banners,
    menuItems,
    cloudRoutes,
    hiddenClouds,
    severities,
    statuses,
    serviceCategories,
    services,
    regions,
    dataCenters,
    cloudDataCenters,
    pages,
    complianceRows,
    scheduleRegions,
    scheduleCells,
  ] = await Promise.all([
    db.selectFrom('settings').where('key', '=', 'provider').select(['key', 'value']).execute(),
    db.selectFrom('products').selectAll().orderBy('position').orderBy('id').execute(),
    db
      .selectFrom('clouds')
      .where('retired_at', 'is', null)
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db.selectFrom('cloud_banners').selectAll().execute(),
    db.selectFrom('menu_items').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('menu_item_cloud_routes').selectAll().execute(),
    db.selectFrom('menu_item_hidden_clouds').selectAll().execute(),
    db.selectFrom('severities').selectAll().orderBy('rank', 'desc').execute(),
    db.selectFrom('statuses').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('service_categories').selectAll().orderBy('position').orderBy('tid').execute(),
    db.selectFrom('services').selectAll().orderBy('position').orderBy('tid').execute(),
    db.selectFrom('regions').selectAll().orderBy('position').orderBy('tid').execute(),
    db.selectFrom('data_centers').selectAll().orderBy('position').orderBy('name').execute(),
    db.selectFrom('cloud_data_centers').selectAll().execute(),
    db.selectFrom('pages').select(['slug', 'cloud_id', 'title', 'page_top', 'body']).execute(),
    db.selectFrom('compliance_rows').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('schedule_regions').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('schedule_cells').selectAll().orderBy('weekday').execute(),
  ])
  return {
    settings,
    products,
    clouds,
    banners,
    menuItems,
    cloudRoutes,
    hiddenClouds,
    severities,
    statuses,
    serviceCategories,
    services,
    regions,
    dataCenters,
    cloudDataCenters,
    pages,
    complianceRows,
    scheduleRegions,
    scheduleCells,
  }
}

export type SiteRows = Awaited<ReturnType<typeof readSite>>
