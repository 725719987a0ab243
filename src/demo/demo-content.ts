import type { DemoRows } from '../db/demo.ts'
import { advisories } from './advisories/advisories.ts'
import { siteBannerRows } from './banners.ts'
import { CLOUDS, PRODUCTS } from './clouds.ts'
import { cloudDataCenterRows } from './data-centers/cloud-data-centers.ts'
import { dataCenterRows, regionRows } from './data-centers/data-centers.ts'
import { ipRangeRows } from './data-centers/ip-ranges.ts'
import { pastIncidents } from './incidents/incidents.ts'
import { lastWeekIncidents, openIncidents } from './incidents/this-week.ts'
import { maintenance } from './maintenance/maintenance.ts'
import { menuRows } from './menu.ts'
import { must } from './must.ts'
import { advisoryNotifications } from './notifications/advisory-notices.ts'
import { cloudAppNotifications } from './notifications/cloud-apps.ts'
import { subProcessorNotifications } from './notifications/sub-processors.ts'
import { notificationTermRows } from './notifications/terms.ts'
import { urlChangeNotifications } from './notifications/url-changes.ts'
import { complianceRows } from './pages/compliance.ts'
import { pageRows } from './pages/pages.ts'
import { scheduleRows } from './pages/schedule.ts'
import { PROVIDER } from './provider.ts'
import { recordRows } from './record-rows.ts'
import { goalRows, serviceCategoryRows, serviceRows } from './services.ts'
import { specialRecords } from './special-records.ts'
import { templateRows } from './templates.ts'
import { threatRows } from './threats/threat-rows.ts'

export type DemoContent = DemoRows

const FIRST_CLOUD_TERM_TID = 2020

/**
 * All rows of the demo provider Northwall. The same day gives the same rows; another day gives the same rows with their
 * times moved by whole days.
 */
export function demoContent({ day }: { day: string }): DemoContent {
  return {
    settings: [{ key: 'provider', value: PROVIDER }],
    products: PRODUCTS.map((product, position) => ({ ...product, position })),
    clouds: cloudRows(),
    cloud_banners: CLOUDS.map(({ id, banner }) => ({ cloud_id: id, ...banner })),
    site_banners: siteBannerRows(),
    ...menuRows(),
    service_categories: serviceCategoryRows(),
    services: serviceRows(day),
    availability_goals: goalRows(),
    regions: regionRows(),
    data_centers: dataCenterRows(day),
    cloud_data_centers: cloudDataCenterRows(),
    ip_ranges: ipRangeRows(day),
    ...threatRows({ day }),
    notification_terms: notificationTermRows(),
    pages: pageRows(day),
    compliance_rows: complianceRows(day),
    ...scheduleRows(),
    ...recordRows(day, allRecords()),
    record_templates: templateRows(day),
  }
}

function allRecords() {
  return [
    ...pastIncidents(),
    ...lastWeekIncidents(),
    ...openIncidents(),
    ...maintenance(),
    ...advisories(),
    ...urlChangeNotifications(),
    ...cloudAppNotifications(),
    ...advisoryNotifications(),
    ...subProcessorNotifications(),
    ...specialRecords(),
  ]
}

function cloudRows() {
  const productId = new Map(PRODUCTS.map(({ machine_name, id }) => [machine_name, id]))
  return CLOUDS.map((cloud, position) => ({
    id: cloud.id,
    product_id: must(productId.get(cloud.product), `product ${cloud.product}`),
    title: cloud.domain,
    machine_name: cloud.machineName,
    domain: cloud.domain,
    default_page: cloud.defaultPage,
    is_gov: cloud.isGov,
    shows_core_services: true,
    shows_data_centers: cloud.hasDataCenters,
    shows_premium_data_centers: cloud.hasPremiumDataCenters,
    maintenance_tid: FIRST_CLOUD_TERM_TID + 2 * position,
    advisory_tid: FIRST_CLOUD_TERM_TID + 2 * position + 1,
    position,
    retired_at: null,
  }))
}
