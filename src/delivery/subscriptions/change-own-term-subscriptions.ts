import type { Kysely } from 'kysely'
import type { NotificationSubscriptions } from '../../contract/subscriptions.ts'
import type { DB } from '../../db/database.ts'
import {
  changeSubscriptions,
  countSubscriptions,
  holdSubscriber,
  notificationTerms,
  termSubscriptions,
} from '../../db/subscriptions.ts'
import type {
  OwnTermSubscription,
  SubscribableTerm,
  SubscriptionAction,
} from '../../domain/notifying/subscribable.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { subscribeTermsPlan } from './subscribe-terms-plan.ts'
import { termsView } from './terms-view.ts'

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

export async function ownTermSubscriptions(
  { db }: DeliveryDesk,
  userId: number,
): Promise<NotificationSubscriptions['data']> {
  const [terms, own] = await Promise.all([notificationTerms(db), termSubscriptions(db, userId)])
  return presentTermSubscriptions(db, { userId, terms, own })
}

async function presentTermSubscriptions(
  db: Kysely<DB>,
  of: { userId: number; terms: readonly SubscribableTerm[]; own: readonly OwnTermSubscription[] },
): Promise<NotificationSubscriptions['data']> {
  const { groups, totalCount, all_subscribed } = termsView(of.terms, of.own)
  const { total, counts } = await countSubscriptions(db, of.userId)
  return { subscriptions_count: total, counts, all_subscribed, terms: { ...groups, totalCount } }
}
