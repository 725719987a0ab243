import type { Kysely } from 'kysely'
import type { NotificationSubscriptions } from '../../contract/subscriptions.ts'
import type { DB } from '../../db/database.ts'
import { countSubscriptions, notificationTerms, termSubscriptions } from '../../db/subscriptions.ts'
import type { OwnTermSubscription, SubscribableTerm } from '../../domain/notifying/subscribable.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { termsView } from './terms-view.ts'

export async function ownTermSubscriptions(
  { db }: DeliveryDesk,
  userId: number,
): Promise<NotificationSubscriptions['data']> {
  const [terms, own] = await Promise.all([notificationTerms(db), termSubscriptions(db, userId)])
  return presentTermSubscriptions(db, { userId, terms, own })
}

export async function presentTermSubscriptions(
  db: Kysely<DB>,
  of: { userId: number; terms: readonly SubscribableTerm[]; own: readonly OwnTermSubscription[] },
): Promise<NotificationSubscriptions['data']> {
  const { groups, totalCount, all_subscribed } = termsView(of.terms, of.own)
  const { total, counts } = await countSubscriptions(db, of.userId)
  return { subscriptions_count: total, counts, all_subscribed, terms: { ...groups, totalCount } }
}
