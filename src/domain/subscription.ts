/** What a user subscribed to on one cloud. */
export interface CloudSubscription {
  scope: string
  /** Of the one thing that the scope names; null where the scope means all of a kind. */
  tid: number | null
}

/** U-07: all of a kind includes what was added later. */
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
