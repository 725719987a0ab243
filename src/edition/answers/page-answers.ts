import { type Edition, findCloud, type SiteDataCenter } from '../edition.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const basicPageAnswer: Answerer<'/api/basic-page/:page'> = ({ edition }, input) => {
  const cloud = input.cloud === undefined ? undefined : findCloud(edition, input.cloud)
  if (input.cloud !== undefined && cloud === undefined) return unknownCloud(input.cloud)
  const page = pageOf(edition, input.page, cloud?.id)
  return value({
    page_content: { title: page?.title ?? UNWRITTEN_TITLES[input.page], body: page?.body ?? '' },
  })
}

/** A page that staff have not written yet is an empty page, not a missing one: the menu leads to it. */
const UNWRITTEN_TITLES = { faq: 'FAQ', 'cookie-policy': 'Cookie policy' }

export const complianceAnswer: Answerer<'/api/compliance'> = ({ edition }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  return value({
    page_top: pageOf(edition, 'compliance', cloud.id)?.pageTop ?? '',
    page_content: edition.site.complianceRows
      .filter((row) => row.cloudId === null || row.cloudId === cloud.id)
      .map(({ description, date }) => ({ description, date })),
  })
}

export const dataCenterMapAnswer: Answerer<'/api/dc_map/:cloud'> = ({ edition }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  return value({
    data: {
      status: 'success',
      datacenters: cloud.regions
        .flatMap((region) => region.dataCenters)
        .filter((center) => center.isActive)
        .map(toMapped),
    },
  })
}

function toMapped(center: SiteDataCenter) {
  return {
    tid: center.tid,
    name: center.name,
    city: center.city,
    country: center.country,
    region: center.region,
    latitude: center.latitude,
    longitude: center.longitude,
    premium_dc: bit(center.isPremium),
    intfedmoddc: bit(center.isFedrampModerate),
    regional_surcharge: bit(center.hasRegionalSurcharge),
  }
}

/** A cloud's own page, else the one for every cloud. */
function pageOf({ site }: Edition, slug: string, cloudId: number | undefined) {
  const pages = site.pages.filter((page) => page.slug === slug)
  return pages.find((page) => page.cloudId === cloudId) ?? pages.find((page) => page.cloudId === null)
}

function bit(flag: boolean): 0 | 1 {
  return flag ? 1 : 0
}
