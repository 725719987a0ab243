import { dayName } from '../../domain/time.ts'

/*
 * Files of version 1 hold the site and its records in their final form. This module turns their lines into the rows that
 * `toSite`, `toThreats` and `toEditionRecords` expect. A recovery site still finds such files in its folder after it was
 * updated, and at its source until the main site is updated. Delete this file once the oldest release that can be updated
 * writes version 2.
 */

type Row = Record<string, unknown>
type Entry = Row & { tid: number; title: string }

interface MenuItem {
  id: string
  item: string
  route: string | Record<string, string>
  hide_from_clouds?: string[]
  sub_menus?: MenuItem[]
}

interface Site {
  provider: Row
  products: { machine_name: string }[]
  clouds: (Row & {
    id: number
    machine_name: string
    type: string
    cloud_status: Record<string, '0' | '1'>
    banner: Row
    serviceCategories: (Entry & { services: number[] })[]
    regions: (Entry & { dataCenters: number[] })[]
    schedule: { title: string; cells: Row[] }[]
  })[]
  menu: { top_menu: MenuItem[]; main_menu: MenuItem[] }
  severities: Row[]
  statuses: Row[]
  services: Entry[]
  regions: Entry[]
  dataCenters: (Row & { region: string; country: string })[]
  pages: Row[]
  complianceRows: Row[]
  ipRanges?: Row[]
  banners: (Row & { cloud: string | null; link: { url: string; text: string } | null })[]
  maintenance: { message: string; endsAt: number | null } | null
}

export function siteRowsOf(value: unknown): object {
  const site = value as Site
  const { clouds, maintenance } = site
  const cloudId = (name: string) => clouds.find(({ machine_name }) => machine_name === name)?.id
  const productId = (name: string) => site.products.findIndex(({ machine_name }) => machine_name === name)
  const categories = clouds.flatMap(({ id, serviceCategories }) =>
    serviceCategories.map((category) => ({ ...category, cloud_id: id })),
  )
  const schedule = clouds
    .flatMap(({ id, schedule }) => schedule.map((region) => ({ ...region, cloud_id: id })))
    .map((region, index) => ({ ...region, id: index }))
  return {
    settings: [
      { key: 'provider', value: site.provider },
      {
        key: 'maintenance',
        value: maintenance && {
          is_on: true,
          message: maintenance.message,
          ends_at: maintenance.endsAt === null ? null : new Date(maintenance.endsAt).toISOString(),
        },
      },
    ],
    siteBanners: site.banners.map((row) => ({
      ...toColumns(row, ['startsAt', 'endsAt']),
      cloud_id: row.cloud === null ? null : cloudId(row.cloud),
      link_url: row.link?.url ?? null,
      link_text: row.link?.text ?? null,
    })),
    products: site.products.map((row, index) => ({ ...row, id: index })),
    clouds: clouds.map((row) => ({
      ...row,
      product_id: productId(row.type),
      shows_core_services: row.cloud_status.core_cloud_services === '1',
      shows_data_centers: row.cloud_status.datacenter === '1',
      shows_premium_data_centers: row.cloud_status.premium_datacenter === '1',
    })),
    banners: clouds.map(({ id, banner }) => ({ ...banner, cloud_id: id })),
    ...menuRowsOf(site.menu, cloudId),
    severities: site.severities.map((row) => ({ ...row, in_legend: row.isInLegend, is_retired: false })),
    statuses: site.statuses.map((row) => toColumns(row)),
    serviceCategories: categories,
    services: site.services.map((row) => ({
      ...toColumns(row),
      category_tid: categories.find(({ services }) => services.includes(row.tid))?.tid ?? null,
    })),
    regions: site.regions,
    dataCenters: site.dataCenters.map((row) => ({
      ...toColumns(row),
      country_code: row.country,
      region_tid: site.regions.find(({ title }) => title === row.region)?.tid ?? null,
    })),
    cloudDataCenters: clouds.flatMap(({ id, regions }) =>
      regions.flatMap(({ dataCenters }) =>
        dataCenters.map((tid) => ({ cloud_id: id, data_center_tid: tid })),
      ),
    ),
    pages: site.pages.map((row) => toColumns(row)),
    complianceRows: site.complianceRows.map((row) => ({ ...toColumns(row), date_text: row.date })),
    scheduleRegions: schedule,
    scheduleCells: schedule.flatMap(({ id, cells }) =>
      cells.map((cell, weekday) => ({ ...toColumns(cell), schedule_region_id: id, weekday })),
    ),
    ipRanges: (site.ipRanges ?? []).map((row) => ({
      ...toColumns(row, ['addedOn', 'removedOn']),
      range: row.prefix,
    })),
  }
}

function menuRowsOf({ top_menu, main_menu }: Site['menu'], cloudId: (name: string) => number | undefined) {
  const items: (MenuItem & { menu: string; parent?: MenuItem })[] = [
    ...top_menu.map((item) => ({ ...item, menu: 'top' })),
    ...main_menu.flatMap((item) => [
      { ...item, menu: 'main' },
      ...(item.sub_menus ?? []).map((child) => ({ ...child, menu: 'main', parent: item })),
    ]),
  ]
  const numberOf = (item: MenuItem) => items.findIndex(({ id, menu }) => menu === 'main' && id === item.id)
  return {
    menuItems: items.map((item, index) => ({
      ...item,
      id: index,
      key: item.id,
      label: item.item,
      route: typeof item.route === 'string' ? item.route : item.route.commercial,
      parent_id: item.parent === undefined ? null : numberOf(item.parent),
    })),
    cloudRoutes: items.flatMap(({ route }, index) =>
      typeof route === 'string'
        ? []
        : Object.entries(route)
            .filter(([name]) => name !== 'commercial')
            .map(([name, route]) => ({ menu_item_id: index, cloud_id: cloudId(name), route })),
    ),
    hiddenClouds: items.flatMap(({ hide_from_clouds = [] }, index) =>
      hide_from_clouds.map((name) => ({ menu_item_id: index, cloud_id: cloudId(name) })),
    ),
  }
}

interface Threats {
  counts: {
    firstDay: number
    lastDay: number | null
    hasFigures: (0 | 1)[]
    cells: (Row & { regionTid: number; blocked: number[] })[]
  }
  origins: { day: string | null; total: number; flows: Row[] }
}

export function threatRowsOf(value: unknown): object {
  const { counts, origins } = value as Threats
  const { lastDay, hasFigures, cells } = counts
  const days = [...hasFigures.keys()].filter((day) => hasFigures[day] === 1)
  return {
    newestCounts: lastDay === null ? null : dayName(lastDay),
    counts: cells.map((cell) => ({
      ...toColumns(cell),
      days_ago: days.map((day) => hasFigures.length - 1 - day),
      blocked: days.map((day) => cell.blocked[day]),
    })),
    newestOrigins: origins.day,
    originsTotal: origins.total,
    origins: origins.flows,
  }
}

const RECORD_TIMES = [
  'created_at',
  'posted_on',
  'closed_on',
  'from_time',
  'to_time',
  'actual_from_time',
  'actual_to_time',
  'updated_on',
  'next_update',
]

export function recordRowsOf(value: unknown): object {
  const records = value as (Row & { id: number; updates: Row[]; revisions?: number[] })[]
  const linksTo = (targets: string) =>
    records.map((record) => ({ record_id: record.id, targets: record[targets] }))
  return {
    // The oldest files have no advisory facts.
    records: records.map((record) => withTimes({ advisory: null, ...record }, RECORD_TIMES)),
    clouds: linksTo('clouds'),
    services: linksTo('services'),
    dataCenters: linksTo('dataCenters'),
    updates: records.flatMap(({ id, updates }) =>
      updates.map((update) => ({ ...withTimes(update, ['posted_on']), record_id: id })),
    ),
    revisions: records.map(({ id, revisions = [] }) => ({
      record_id: id,
      times: revisions.map((ms) => new Date(ms)),
    })),
  }
}

function toColumns(row: Row, times: readonly string[] = []): Row {
  const named = Object.entries(withTimes(row, times)).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(named)
}

function withTimes(row: Row, times: readonly string[]): Row {
  const moments = times.map((name) => [name, row[name] === null ? null : new Date(row[name] as number)])
  return { ...row, ...Object.fromEntries(moments) }
}
