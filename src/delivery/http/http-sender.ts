import type { PostedKind } from '../../domain/notifying/channel.ts'
import { LOCKED_CODE } from '../../domain/notifying/channel-result.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import type { ClaimedChannel, ClaimedDelivery } from '../claimed-delivery.ts'
import type { MessageSender, SendOutcome } from '../sender.ts'

import { digestFor, messageFor } from './http-message.ts'
import type { HttpNotification } from './http-notification.ts'
import { POST_LIMITS, type Poster } from './poster.ts'
import { sendOutcomeOf } from './send-outcome-of.ts'
import { signWebhook } from './sign-webhook.ts'

export interface HttpSenderOptions {
  poster: Poster
  publicUrl: string
  clock: () => Date
  /** How long a post may take. With less lease time left, it isn't started. */
  wholeMs?: number
}

export function httpSender({
  poster,
  publicUrl,
  clock,
  wholeMs = POST_LIMITS.wholeMs,
}: HttpSenderOptions): MessageSender {
  function notificationFor({ zone, because }: ClaimedDelivery, publication: Publication): HttpNotification {
    return { publication, because, zone, publicUrl }
  }

  async function post(
    channel: ClaimedChannel,
    { id, body, leasedUntil }: { id: string; body: string; leasedUntil: Date },
  ): Promise<SendOutcome> {
    if (channel.isLocked) return { kind: 'held', reason: LOCKED_CODE }
    const now = clock()
    if (leasedUntil.getTime() - now.getTime() < wholeMs) return { kind: 'too-late' }
    const isStillMine = () => clock() < leasedUntil
    const headers = signatureFor(channel, { id, body, at: now })
    const outcome = await poster.post({ url: channel.address, headers, body, isStillMine })
    return sendOutcomeOf(outcome, postedKind(channel))
  }

  return {
    send: async (delivery, publication) => {
      const { channel, leasedUntil } = delivery
      return post(channel, {
        id: `msg_p${publication.id}_c${channel.id}`,
        body: messageFor(postedKind(channel), notificationFor(delivery, publication)),
        leasedUntil,
      })
    },
    sendDigest: async (deliveries, publications) => {
      const [first] = deliveries
      const newest = publications.at(-1)
      if (first === undefined || newest === undefined) return { kind: 'too-late' }
      const { channel } = first
      const notifications = deliveries.flatMap((delivery) => {
        const publication = publications.find(({ id }) => id === delivery.publicationId)
        return publication === undefined ? [] : [notificationFor(delivery, publication)]
      })
      const leasedUntil = new Date(Math.min(...deliveries.map((one) => one.leasedUntil.getTime())))
      return post(channel, {
        // A retry with more items is a different message.
        id: `msg_d${newest.id}_n${notifications.length}_c${channel.id}`,
        body: digestFor(postedKind(channel), notifications, { now: clock(), publicUrl }),
        leasedUntil,
      })
    },
    close: () => poster.close(),
  }
}

function postedKind({ kind }: ClaimedChannel): PostedKind {
  if (kind === 'email') throw new Error('Mail is not posted')
  return kind
}

export function signatureFor(
  { kind, secret, previousSecret }: Pick<ClaimedChannel, 'kind' | 'secret' | 'previousSecret'>,
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  if (kind !== 'webhook') return {}
  const secrets = [secret, previousSecret].filter((key) => key !== null)
  return signWebhook({ id, at, body, secrets })
}
