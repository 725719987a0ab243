import type {
  NotificationSubscriptions,
  SubscriptionItem,
  Subscriptions,
  TermGroup,
} from '../../contract/subscriptions.ts'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import type { CentersType } from '../../domain/timeline-query.ts'

export interface Choice {
  tid: number
  name: string
  isSubscribed: boolean
}

export interface RegionChoice {
  tid: number
  title: string
  centers: readonly Choice[]
}

export interface ServicesChoice {
  /** U-07: including those added later. */
  isAll: boolean
  services: readonly Choice[]
}

export interface CentersChoice {
  isAll: boolean
  regions: readonly RegionChoice[]
}

export interface CloudChoices {
  maintenance: readonly Choice[]
  advisory: readonly Choice[]
  core: ServicesChoice
  centers: Readonly<Record<CentersType, CentersChoice>>
}

interface TermGroupChoice {
  title: string
  terms: readonly Choice[]
}

export interface TermChoices {
  isAll: boolean
  totalCount: number
  groups: readonly TermGroupChoice[]
}

export function cloudChoices({ data }: Subscriptions): CloudChoices {
  const [core] = data.core_cloud_services
  return {
    maintenance: data.maintenance.map(toChoice),
    advisory: data.advisory.map(toChoice),
    core: { isAll: core?.subscribed === 1, services: (core?.subCategory ?? []).map(toChoice) },
    centers: {
      public: centersChoice(data.datacenter),
      premium: centersChoice(data.premium_datacenters),
    },
  }
}

export function termChoices({ data }: NotificationSubscriptions): TermChoices {
  const { totalCount, ...groups } = data.terms
  return {
    isAll: data.all_subscribed === 1,
    totalCount,
    groups: Object.entries(groups)
      .filter((entry): entry is [string, TermGroup] => typeof entry[1] === 'object')
      .map(([title, { categories }]) => ({
        title,
        terms: categories.map((category) => ({
          tid: category.notification_subcategory_id,
          name: category.notification_subcategory_name,
          isSubscribed: category.notification_subcategory_sub_status === 1,
        })),
      })),
  }
}

/** A region or group counts as subscribed if everything in it is: directly, by All or one by one. */
export function isWhole(choices: readonly Choice[]): boolean {
  return choices.length > 0 && choices.every(({ isSubscribed }) => isSubscribed)
}

export function allName(scope: AllScope, { hasTypes }: { hasTypes: boolean }): string {
  switch (scope) {
    case 'core_cloud_services':
      return 'All core cloud services'
    case 'datacenter':
      return hasTypes ? 'All public data centers' : 'All data centers'
    case 'premium_datacenters':
      return 'All premium data centers'
  }
}

export function isAllOf({ core, centers }: CloudChoices, scope: AllScope): boolean {
  switch (scope) {
    case 'core_cloud_services':
      return core.isAll
    case 'datacenter':
      return centers.public.isAll
    case 'premium_datacenters':
      return centers.premium.isAll
  }
}

export function scopeOf({ core, centers }: CloudChoices, tid: number): AllScope | undefined {
  const isIn = ({ regions }: CentersChoice) =>
    regions.some((region) => region.centers.some((center) => center.tid === tid))
  if (core.services.some((service) => service.tid === tid)) return 'core_cloud_services'
  if (isIn(centers.public)) return 'datacenter'
  return isIn(centers.premium) ? 'premium_datacenters' : undefined
}

export function choiceOf({ core, centers }: CloudChoices, tid: number): Choice | undefined {
  return (
    core.services.find((service) => service.tid === tid) ??
    [...centers.public.regions, ...centers.premium.regions]
      .flatMap((region) => region.centers)
      .find((center) => center.tid === tid)
  )
}

function centersChoice({ subscribed, category }: Subscriptions['data']['datacenter']): CentersChoice {
  return {
    isAll: subscribed === 1,
    regions: category.map(({ tid, title, subCategory }) => ({
      tid,
      title,
      centers: subCategory.map(toChoice),
    })),
  }
}

function toChoice({ tid, name, subscribed }: SubscriptionItem): Choice {
  return { tid, name, isSubscribed: subscribed === 1 }
}
