import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type MatchingSubscription, matchingSubscriptions } from '../../db/recipients.ts'
import {
  changeSubscriptions,
  findCloudTids,
  holdSubscriber,
  subscriptionsOnCloud,
  termSubscriptions,
} from '../../db/subscriptions.ts'
import { deleteSubscriptions, switchChannelOff } from '../../db/unsubscribing.ts'
import { ALL_SCOPES } from '../../domain/notifying/subscribable.ts'
import { subscribePlan } from '../../domain/notifying/subscribe-plan.ts'
import { subscriptionName } from '../../domain/notifying/subscription-name.ts'
import type { UnsubscribeScope } from '../../domain/notifying/unsubscribe-address.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import type { CloudOnOffer } from '../subscriptions/own-subscriptions.ts'
import { readUnsubscribeLink } from './read-unsubscribe-link.ts'

/** `things` is empty if the link was used before or its channel is gone. */
export type Unsubscribed = { kind: 'done'; things: readonly string[] } | { kind: 'wrong-token' }

type FindOffer = (machineName: string) => CloudOnOffer | undefined

/**
 * U-10, RFC 8058: "thing" means the subscriptions that caused the message. A subscription to all of a kind
 * ends as a whole, including the single choices of that kind (U-05). Queued messages that they caused
 * aren't sent. "Everything" switches off the channel of the message. Its subscriptions stay, so that
 * switching it on again restores everything.
 */
export function unsubscribe(
  { db, vault }: DeliveryDesk,
  { token, from, findOffer, now }: { token: string; from: UnsubscribeScope; findOffer: FindOffer; now: Date },
): Promise<Unsubscribed> {
  return db.transaction().execute(async (trx): Promise<Unsubscribed> => {
    const link = await readUnsubscribeLink(trx, vault, token)
    if (link.kind === 'wrong-token') return link
    if (link.kind === 'gone') return { kind: 'done', things: [] }
    const { channel, publicationId } = link
    if (from === 'everything') {
      await switchChannelOff(trx, { channelId: channel.id, reason: SWITCHED_OFF })
      return { kind: 'done', things: [] }
    }
    const { userId } = channel
    await holdSubscriber(trx, userId)
    const matching = await matchingSubscriptions(trx, { channelId: channel.id, publicationId })
    await deleteSubscriptions(trx, { userId, ids: matching.map(({ id }) => id) })
    for (const ended of matching) await endSingles(trx, { userId, ended, findOffer, now })
    return { kind: 'done', things: matching.map(subscriptionName) }
  })
}

async function endSingles(
  trx: Transaction<DB>,
  of: { userId: number; ended: MatchingSubscription; findOffer: FindOffer; now: Date },
) {
  const { userId, ended, findOffer, now } = of
  if (ended.scope === 'terms') {
    const remove = await termSubscriptions(trx, userId)
    return changeSubscriptions(trx, { userId, cloudId: null, add: [], remove, now })
  }
  const scope = ALL_SCOPES.find((all) => all === ended.scope)
  const offer = ended.machineName === null ? undefined : findOffer(ended.machineName)
  if (scope === undefined || offer === undefined) return
  const tids = await findCloudTids(trx, offer.machineName)
  if (tids === undefined) return
  const own = await subscriptionsOnCloud(trx, { userId, machineName: offer.machineName })
  const plan = subscribePlan({ ...offer, ...tids }, own, { choices: [scope], action: 'unsubscribe' })
  // A section that the cloud no longer shows sends no messages.
  if (plan.kind !== 'planned') return
  await changeSubscriptions(trx, { userId, cloudId: tids.id, add: plan.add, remove: plan.remove, now })
}

const SWITCHED_OFF = 'You switched it off with the link in a message.'
