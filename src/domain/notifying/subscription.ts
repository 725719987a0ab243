/** The first three and `terms` mean all of a kind, including later additions (U-07). */
export const SUBSCRIPTION_SCOPES = [
  'core_cloud_services',
  'datacenter',
  'premium_datacenters',
  'service',
  'region',
  'data_center',
  'maintenance',
  'advisory',
  'terms',
  'term',
  'record',
] as const
export type SubscriptionScope = (typeof SUBSCRIPTION_SCOPES)[number]

export interface Subscription {
  scope: SubscriptionScope
  /** Null for notifications and for single records, which belong to no cloud. */
  cloudId: number | null
  /** The id of the thing; null if the scope means all of a kind. */
  tid: number | null
}

export type CloudSubscription = Pick<Subscription, 'scope' | 'tid'>

export function coversService(subscriptions: readonly CloudSubscription[], tid: number): boolean {
  return subscriptions.some(
    ({ scope, tid: named }) => scope === 'core_cloud_services' || (scope === 'service' && named === tid),
  )
}

export function coversDataCenter(
  subscriptions: readonly CloudSubscription[],
  center: { tid: number; regionTid: number; isPremium: boolean },
): boolean {
  const allOfType = center.isPremium ? 'premium_datacenters' : 'datacenter'
  return subscriptions.some(
    ({ scope, tid }) =>
      scope === allOfType ||
      (scope === 'region' && tid === center.regionTid) ||
      (scope === 'data_center' && tid === center.tid),
  )
}
