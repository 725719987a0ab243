import { matchingSubscriptions } from '../../db/recipients.ts'
import { holdSubscriber } from '../../db/subscriptions.ts'
import { deleteSubscriptions, switchChannelOff } from '../../db/unsubscribing.ts'
import { subscriptionName } from '../../domain/telling/subscription-name.ts'
import type { UnsubscribeScope } from '../../domain/telling/unsubscribe-address.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { readUnsubscribeLink } from './read-unsubscribe-link.ts'

/** A link that was used before, or whose channel is gone, has done its work: `things` is empty then. */
export type Unsubscribed = { kind: 'done'; things: readonly string[] } | { kind: 'wrong-token' }

/**
 * U-10, RFC 8058. The thing is whatever of the user's subscriptions brought the message: also all of a kind, which goes
 * as a whole. What waits to be sent because of it is not sent either. Everything is the channel that the message went to; what was subscribed to stays, so that switching it on
 * again brings everything back.
 */
export function unsubscribe(
  { db }: DeliveryDesk,
  { token, from }: { token: string; from: UnsubscribeScope },
): Promise<Unsubscribed> {
  return db.transaction().execute(async (trx): Promise<Unsubscribed> => {
    const link = await readUnsubscribeLink(trx, token)
    if (link.kind === 'wrong-token') return link
    if (link.kind === 'gone') return { kind: 'done', things: [] }
    const { channel, publicationId } = link
    if (from === 'everything') {
      await switchChannelOff(trx, { channelId: channel.id, reason: SWITCHED_OFF })
      return { kind: 'done', things: [] }
    }
    const { userId } = channel
    await holdSubscriber(trx, userId)
    const matching = await matchingSubscriptions(trx, { userId, publicationId })
    await deleteSubscriptions(trx, { userId, ids: matching.map(({ id }) => id) })
    return { kind: 'done', things: matching.map(subscriptionName) }
  })
}

const SWITCHED_OFF = 'You switched it off by the link in a message.'
