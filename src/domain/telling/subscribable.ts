/** What there is to subscribe to on one cloud, and how one user does. */
export interface SubscribableCloud {
  maintenanceTid: number
  advisoryTid: number
  /** What the Cloud Status page of this cloud shows. */
  shows: { core_cloud_services: boolean; datacenter: boolean; premium_datacenters: boolean }
  services: readonly Subscribable[]
  regions: readonly SubscribableRegion[]
}

export interface Subscribable {
  tid: number
  name: string
  /** False: decommissioned. Nobody new subscribes to it. */
  isActive: boolean
}

/** One number for public and premium alike: who subscribes to a region subscribes to both. */
export interface SubscribableRegion {
  tid: number
  title: string
  dataCenters: readonly SubscribableCenter[]
}

export interface SubscribableCenter extends Subscribable {
  isPremium: boolean
}

/** All of a kind, also what is added later (U-07). */
export const ALL_SCOPES = ['core_cloud_services', 'datacenter', 'premium_datacenters'] as const
export type AllScope = (typeof ALL_SCOPES)[number]

export interface OwnSubscription {
  scope: 'maintenance' | 'advisory' | AllScope | 'service' | 'region' | 'data_center'
  tid: number | null
}

/** A category of notifications. */
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
