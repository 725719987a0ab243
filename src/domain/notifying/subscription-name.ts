import type { SubscriptionScope } from './subscription.ts'

export function subscriptionName(of: {
  scope: SubscriptionScope
  cloud: string | null
  name: string | null
}): string {
  const { scope, name } = of
  const cloud = of.cloud ?? 'a cloud'
  switch (scope) {
    case 'maintenance':
      return `maintenance of ${cloud}`
    case 'advisory':
      return `security advisories for ${cloud}`
    case 'core_cloud_services':
      return `all core cloud services of ${cloud}`
    case 'datacenter':
      return `all public data centers of ${cloud}`
    case 'premium_datacenters':
      return `all premium data centers of ${cloud}`
    case 'service':
      return `${name ?? 'a service'} on ${cloud}`
    case 'region':
      return `${name ?? 'a region'} on ${cloud}`
    case 'data_center':
      return `${name ?? 'a data center'} on ${cloud}`
    case 'term':
      return name ?? 'a category of notifications'
    case 'terms':
      return 'all categories of notifications'
    case 'record':
      return name === null ? 'a post' : `“${name}”`
  }
}
