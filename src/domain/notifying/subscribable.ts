export interface SubscribableCloud {
  maintenanceTid: number
  advisoryTid: number
  shows: { core_cloud_services: boolean; datacenter: boolean; premium_datacenters: boolean }
  services: readonly Subscribable[]
  regions: readonly SubscribableRegion[]
}

export interface Subscribable {
  tid: number
  name: string
  /** False if decommissioned: no new subscriptions. */
  isActive: boolean
}

/** Public and premium share one id: subscribing to a region covers both. */
export interface SubscribableRegion {
  tid: number
  title: string
  dataCenters: readonly SubscribableCenter[]
}

export interface SubscribableCenter extends Subscribable {
  isPremium: boolean
}

/** All of a kind, including later additions (U-07). */
export const ALL_SCOPES = ['core_cloud_services', 'datacenter', 'premium_datacenters'] as const
export type AllScope = (typeof ALL_SCOPES)[number]

export interface OwnSubscription {
  scope: 'maintenance' | 'advisory' | AllScope | 'service' | 'region' | 'data_center'
  tid: number | null
}

export interface SubscribableTerm {
  tid: number
  name: string
  notificationType: string
  groupName: string
}

export interface OwnTermSubscription {
  scope: 'term' | 'terms'
  tid: number | null
}

export type SubscriptionAction = 'subscribe' | 'unsubscribe'

export function allOfType({ isPremium }: { isPremium: boolean }) {
  return isPremium ? 'premium_datacenters' : 'datacenter'
}
