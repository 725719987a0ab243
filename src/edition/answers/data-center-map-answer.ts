import { centerState } from '../../domain/map/center-state.ts'
import { findCloud, type SiteDataCenter } from '../edition.ts'
import { slugsOf } from '../place-history.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { openAtCenters } from './open-at-centers.ts'

export const dataCenterMapAnswer: Answerer<'/api/dc_map/:cloud'> = ({ edition, now }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const slugs = slugsOf(cloud, 'data-center')
  const openAt = openAtCenters(edition.records, cloud, now)
  return value({
    data: {
      status: 'success',
      datacenters: cloud.regions
        .flatMap((region) => region.dataCenters)
        .filter((center) => center.isActive)
        .map((center) => {
          const open = openAt.get(center.tid) ?? []
          return { ...toMapped(center), slug: slugs.get(center.tid) ?? '', state: centerState(open), open }
        }),
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

function bit(flag: boolean): 0 | 1 {
  return flag ? 1 : 0
}
