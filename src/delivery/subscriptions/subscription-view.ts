import {
  type AllScope,
  allOfType,
  type OwnSubscription,
  type Subscribable,
  type SubscribableCloud,
} from '../../domain/notifying/subscribable.ts'
import { coversDataCenter, coversService } from '../../domain/notifying/subscription.ts'

type Bit = 0 | 1
interface Item {
  tid: number
  name: string
  subscribed: Bit
}
interface Centers {
  subscribed: Bit
  category: { tid: number; title: string; subscribed: Bit; subCategory: Item[] }[]
}

export interface SubscriptionView {
  maintenance: Item[]
  advisory: Item[]
  core_cloud_services: [{ subscribed: Bit; subCategory: Item[] }]
  datacenter: Centers
  premium_datacenters: Centers
}

/** U-02 */
export function subscriptionView(
  cloud: SubscribableCloud,
  own: readonly OwnSubscription[],
): SubscriptionView {
  const has = (scope: OwnSubscription['scope']) => own.some((row) => row.scope === scope)
  return {
    maintenance: [{ tid: cloud.maintenanceTid, name: 'Maintenance', subscribed: bit(has('maintenance')) }],
    advisory: [{ tid: cloud.advisoryTid, name: 'Advisory', subscribed: bit(has('advisory')) }],
    core_cloud_services: [
      {
        subscribed: bit(cloud.shows.core_cloud_services && has('core_cloud_services')),
        subCategory: servicesOf(cloud, own),
      },
    ],
    datacenter: centersOf(cloud, own, 'datacenter'),
    premium_datacenters: centersOf(cloud, own, 'premium_datacenters'),
  }
}

function servicesOf({ shows, services }: SubscribableCloud, own: readonly OwnSubscription[]): Item[] {
  if (!shows.core_cloud_services) return []
  return services
    .filter((service) => isOffered(service, own, 'service'))
    .map(({ tid, name }) => ({ tid, name, subscribed: bit(coversService(own, tid)) }))
}

function centersOf(
  { shows, regions }: SubscribableCloud,
  own: readonly OwnSubscription[],
  section: Exclude<AllScope, 'core_cloud_services'>,
): Centers {
  if (!shows[section]) return { subscribed: 0, category: [] }
  const category = regions
    .map((region) => {
      const subCategory = region.dataCenters
        .filter((center) => allOfType(center) === section && isOffered(center, own, 'data_center'))
        .map(({ tid, name, isPremium }): Item => {
          const isSubscribed = coversDataCenter(own, { tid, regionTid: region.tid, isPremium })
          return { tid, name, subscribed: bit(isSubscribed) }
        })
      const subscribed = bit(subCategory.every((item) => item.subscribed === 1))
      return { tid: region.tid, title: region.title, subscribed, subCategory }
    })
    .filter(({ subCategory }) => subCategory.length > 0)
  return { subscribed: bit(own.some(({ scope }) => scope === section)), category }
}

/** Decommissioned items are only shown to users who chose them before, so that they can remove them. */
function isOffered(
  { tid, isActive }: Subscribable,
  own: readonly OwnSubscription[],
  scope: 'service' | 'data_center',
) {
  return isActive || own.some((row) => row.scope === scope && row.tid === tid)
}

function bit(is: boolean): Bit {
  return is ? 1 : 0
}
