import { expect } from 'vitest'
import type { CloudStatus } from '../../src/contract/cloud-status.ts'
import type { UserDetails } from '../../src/contract/signing-in.ts'
import type { Subscriptions } from '../../src/contract/subscriptions.ts'
import type { Role } from '../../src/domain/access.ts'
import { type AccountSite, SITE } from './account-site.ts'
import { signIn } from './sign-in.ts'

export type SubscriptionData = Subscriptions['data']
export type RequestType = 'core_cloud_services' | 'public' | 'premium'

export const CLOUD = 'northwall_net'
/** Shows no premium data centers. */
export const OTHER_CLOUD = 'private_northwall_net'

export async function subscriber(site: AccountSite, of: { roles?: readonly Role[] } = {}) {
  const { uid, cookie, csrf } = await signIn(site.database.db, of)

  function post(url: string, payload: object = {}) {
    return site.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { cookie, origin: SITE, 'x-csrf-token': csrf },
    })
  }

  async function done<T>(url: string, payload: object): Promise<T> {
    const answer = await post(url, payload)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: T }>().data
  }

  return {
    uid,
    cookie,
    post,
    offer: (cloud = CLOUD) => done<SubscriptionData>('/api/subscriptions', { cloud }),
    subscribe: (tid: unknown, cloud = CLOUD) =>
      done<SubscriptionData>('/api/subscribe', { cloud, tid, action: 'subscribe' }),
    unsubscribe: (tid: unknown, cloud = CLOUD) =>
      done<SubscriptionData>('/api/subscribe', { cloud, tid, action: 'unsubscribe' }),
    count: async () => (await done<UserDetails['data']>('/api/user/details', {})).subscriptions_count,
    async statusStars(requestType: RequestType) {
      const categories = await cloudStatus(site, requestType, cookie)
      return categories.flatMap(({ subCategory }) => filledIn(subCategory))
    },
  }
}

export async function cloudStatus(site: AccountSite, requestType: RequestType, cookie?: string) {
  const answer = await site.app.inject({
    url: `/api/cloud-status?cloud=${CLOUD}&requestType=${requestType}`,
    headers: cookie === undefined ? {} : { cookie },
  })
  return answer.json<CloudStatus>().data.category
}

export function servicesIn({ core_cloud_services }: SubscriptionData) {
  return core_cloud_services[0]?.subCategory ?? []
}

/** The IDs of subscribed items, in page order; regions have their own stars. */
export function starsIn(data: SubscriptionData): number[] {
  const { maintenance, advisory, datacenter, premium_datacenters } = data
  const regions = [...datacenter.category, ...premium_datacenters.category]
  const centers = regions.flatMap(({ subCategory }) => subCategory)
  return filledIn([...maintenance, ...advisory, ...servicesIn(data), ...centers])
}

function filledIn(items: readonly { tid: number; subscribed: 0 | 1 }[]) {
  return items.filter(({ subscribed }) => subscribed === 1).map(({ tid }) => tid)
}
