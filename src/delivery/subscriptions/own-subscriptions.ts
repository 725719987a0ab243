import type { Kysely } from 'kysely'
import type { Subscriptions } from '../../contract/subscriptions.ts'
import type { DB } from '../../db/database.ts'
import { countSubscriptions, findCloudTids, subscriptionsOnCloud } from '../../db/subscriptions.ts'
import type { OwnSubscription, SubscribableCloud } from '../../domain/notifying/subscribable.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { subscriptionView } from './subscription-view.ts'

/** As in the edition. IDs that the edition lacks come from the database. */
export type CloudOnOffer = Omit<SubscribableCloud, 'maintenanceTid' | 'advisoryTid'> & { machineName: string }

export async function ownSubscriptions(
  { db }: DeliveryDesk,
  { userId, cloud }: { userId: number; cloud: CloudOnOffer },
): Promise<Subscriptions['data'] | undefined> {
  const { machineName } = cloud
  const [tids, own] = await Promise.all([
    findCloudTids(db, machineName),
    subscriptionsOnCloud(db, { userId, machineName }),
  ])
  return tids === undefined
    ? undefined
    : presentSubscriptions(db, { userId, cloud: { ...cloud, ...tids }, own })
}

export async function presentSubscriptions(
  db: Kysely<DB>,
  { userId, cloud, own }: { userId: number; cloud: SubscribableCloud; own: readonly OwnSubscription[] },
): Promise<Subscriptions['data']> {
  const { total, counts } = await countSubscriptions(db, userId)
  return { subscriptions_count: total, counts, ...subscriptionView(cloud, own) }
}
