import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import type { Publication } from '../../src/domain/notifying/publication.ts'
import { madeUpPublication } from './made-up-publication.ts'

export interface Recipient {
  to: string
  channelId?: number
  zone?: string
  publication?: Publication
  id?: number
}

export function madeUpDelivery(
  { to, channelId = 9, zone = 'UTC', publication = madeUpPublication(), id = 1 }: Recipient,
  now: Date,
): ClaimedDelivery {
  return {
    id,
    fence: 1,
    attempts: 1,
    unanswered: 0,
    publicationId: publication.id,
    userId: 5,
    createdAt: now,
    leasedUntil: new Date(now.getTime() + 50_000),
    channel: { id: channelId, kind: 'email', address: to, secret: null, previousSecret: null },
    zone,
    isFollower: false,
    because: { scope: 'service', cloudId: 1, tid: 2001, others: 0 },
  }
}
