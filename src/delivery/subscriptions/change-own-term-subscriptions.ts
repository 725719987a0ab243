import type { NotificationSubscriptions } from '../../contract/subscriptions.ts'
import {
  changeSubscriptions,
  holdSubscriber,
  notificationTerms,
  termSubscriptions,
} from '../../db/subscriptions.ts'
import type { SubscriptionAction } from '../../domain/notifying/subscribable.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { presentTermSubscriptions } from './own-term-subscriptions.ts'
import { subscribeTermsPlan } from './subscribe-terms-plan.ts'

export type TermSubscriptionChange =
  | { kind: 'changed'; data: NotificationSubscriptions['data'] }
  | { kind: 'no-account' }
  | { kind: 'unknown'; tid: number }

export function changeOwnTermSubscriptions(
  { db }: DeliveryDesk,
  of: { userId: number; choices: readonly number[] | 'all'; action: SubscriptionAction; now: Date },
): Promise<TermSubscriptionChange> {
  const { userId, choices, action, now } = of
  return db.transaction().execute(async (trx): Promise<TermSubscriptionChange> => {
    if (!(await holdSubscriber(trx, userId))) return { kind: 'no-account' }
    const terms = await notificationTerms(trx)
    const own = await termSubscriptions(trx, userId)
    const plan = subscribeTermsPlan(terms, own, { choices, action })
    if (plan.kind !== 'planned') return plan
    await changeSubscriptions(trx, { userId, cloudId: null, add: plan.add, remove: plan.remove, now })
    return { kind: 'changed', data: await presentTermSubscriptions(trx, { userId, terms, own: plan.rows }) }
  })
}
