import { brandCalls } from './site/brand.ts'
import { cloudBannerCalls } from './site/cloud-banners.ts'
import { cloudCalls } from './site/clouds.ts'
import { dataCenterCalls } from './site/data-centers.ts'
import { ipRangeCalls } from './site/ip-ranges.ts'
import { listMessageCalls } from './site/list-messages.ts'
import { menuItemCalls } from './site/menu-items.ts'
import { overviewCalls } from './site/overview.ts'
import { pageCalls } from './site/pages.ts'
import { productCalls } from './site/products.ts'
import { scheduleCalls } from './site/schedules.ts'
import { serviceCalls } from './site/services.ts'
import { settingCalls } from './site/settings.ts'
import { severityCalls } from './site/severities.ts'
import { siteBannerCalls } from './site/site-banners.ts'
import { statusCalls } from './site/statuses.ts'
import { termCalls } from './site/terms.ts'
import { threatDayCalls } from './site/threat-days.ts'

/** Z-04: everything on the site except records. */
export const siteCalls = {
  ...overviewCalls,
  ...cloudCalls,
  ...productCalls,
  ...cloudBannerCalls,
  ...siteBannerCalls,
  ...menuItemCalls,
  ...serviceCalls,
  ...dataCenterCalls,
  ...ipRangeCalls,
  ...severityCalls,
  ...statusCalls,
  ...termCalls,
  ...pageCalls,
  ...listMessageCalls,
  ...scheduleCalls,
  ...settingCalls,
  ...brandCalls,
  ...threatDayCalls,
}
