import type { Subscriptions } from '../../contract/subscriptions.ts'
import {
  changeSubscriptions,
  findCloudTids,
  holdSubscriber,
  subscriptionsOnCloud,
} from '../../db/subscriptions.ts'
import type { SubscriptionAction } from '../../domain/notifying/subscribable.ts'
import { type CloudChoice, type CloudPlan, subscribePlan } from '../../domain/notifying/subscribe-plan.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { type CloudOnOffer, presentSubscriptions } from './own-subscriptions.ts'

export type SubscriptionChange =
  | { kind: 'changed'; data: Subscriptions['data'] }
  | { kind: 'no-account' | 'no-cloud' }
  | Exclude<CloudPlan, { kind: 'planned' }>

/** U-04 to U-06: all or nothing. Changes by one user run one after another, so none is lost. */
export function changeOwnSubscriptions(
  { db }: DeliveryDesk,
  of: {
    userId: number
    cloud: CloudOnOffer
    choices: readonly CloudChoice[]
    action: SubscriptionAction
    now: Date
  },
): Promise<SubscriptionChange> {
  const { userId, choices, action, now } = of
  const { machineName } = of.cloud
  return db.transaction().execute(async (trx): Promise<SubscriptionChange> => {
    if (!(await holdSubscriber(trx, userId))) return { kind: 'no-account' }
    const tids = await findCloudTids(trx, machineName)
    if (tids === undefined) return { kind: 'no-cloud' }
    const cloud = { ...of.cloud, ...tids }
    const own = await subscriptionsOnCloud(trx, { userId, machineName })
    const plan = subscribePlan(cloud, own, { choices, action })
    if (plan.kind !== 'planned') return plan
    await changeSubscriptions(trx, { userId, cloudId: tids.id, add: plan.add, remove: plan.remove, now })
    return { kind: 'changed', data: await presentSubscriptions(trx, { userId, cloud, own: plan.rows }) }
  })
}
