import type { siteCalls } from '../../../contract/admin/site.ts'
import { cloudBanners } from '../../../publishing/site/nouns/cloud-banners.ts'
import { clouds } from '../../../publishing/site/nouns/clouds.ts'
import { complianceRows } from '../../../publishing/site/nouns/compliance-rows.ts'
import { dataCenters, regions } from '../../../publishing/site/nouns/data-centers.ts'
import { listMessages } from '../../../publishing/site/nouns/list-messages.ts'
import { menuItems } from '../../../publishing/site/nouns/menu-items.ts'
import { complianceTexts, faqs, policies } from '../../../publishing/site/nouns/pages.ts'
import { products } from '../../../publishing/site/nouns/products.ts'
import { serviceCategories, services } from '../../../publishing/site/nouns/services.ts'
import { severities } from '../../../publishing/site/nouns/severities.ts'
import { siteBanners } from '../../../publishing/site/nouns/site-banners.ts'
import { statuses } from '../../../publishing/site/nouns/statuses.ts'
import { terms } from '../../../publishing/site/nouns/terms.ts'
import type { Handlers } from '../asked.ts'
import { ipRangeHandlers } from './site/ip-range-handlers.ts'
import { nounHandlers, orderHandler, retireHandlers } from './site/noun-handlers.ts'
import { overviewHandlers } from './site/overview-handlers.ts'
import { settingHandlers } from './site/setting-handlers.ts'

/** Z-04: what answers each call about the site. */
export const siteHandlers: Handlers<keyof typeof siteCalls> = {
  ...overviewHandlers,
  ...nounHandlers('products', products),
  ...retireHandlers('products', products),
  ...orderHandler('products', products),
  ...nounHandlers('clouds', clouds),
  ...retireHandlers('clouds', clouds),
  ...orderHandler('clouds', clouds),
  ...nounHandlers('cloud-banners', cloudBanners),
  ...nounHandlers('banners', siteBanners),
  ...nounHandlers('menu-items', menuItems),
  ...retireHandlers('menu-items', menuItems),
  ...orderHandler('menu-items', menuItems),
  ...nounHandlers('service-categories', serviceCategories),
  ...orderHandler('service-categories', serviceCategories),
  ...nounHandlers('services', services),
  ...retireHandlers('services', services),
  ...orderHandler('services', services),
  ...nounHandlers('regions', regions),
  ...orderHandler('regions', regions),
  ...nounHandlers('data-centers', dataCenters),
  ...retireHandlers('data-centers', dataCenters),
  ...orderHandler('data-centers', dataCenters),
  ...ipRangeHandlers,
  ...nounHandlers('severities', severities),
  ...retireHandlers('severities', severities),
  ...nounHandlers('statuses', statuses),
  ...retireHandlers('statuses', statuses),
  ...orderHandler('statuses', statuses),
  ...nounHandlers('terms', terms),
  ...retireHandlers('terms', terms),
  ...orderHandler('terms', terms),
  ...nounHandlers('policies', policies),
  ...nounHandlers('list-messages', listMessages),
  ...nounHandlers('faq', faqs),
  ...nounHandlers('compliance-texts', complianceTexts),
  ...nounHandlers('compliance-rows', complianceRows),
  ...orderHandler('compliance-rows', complianceRows),
  ...settingHandlers,
}
