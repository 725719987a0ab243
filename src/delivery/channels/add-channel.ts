import { findChannelOwner, insertChannel } from '../../db/channels.ts'
import type { PostedKind } from '../../domain/notifying/channel.ts'
import { channelAddress, NOT_PUBLIC } from '../../domain/notifying/channel-address.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { newWebhookSecret } from '../http/sign-webhook.ts'
import { mayBeNotified, NOT_VERIFIED } from './may-be-notified.ts'

/** Includes email. No person needs this many; the limit keeps a program from filling the tables. */
const MOST_CHANNELS = 100

export type AddedChannel =
  | { kind: 'added'; id: number; secret: string | null }
  | { kind: 'refused'; errors: { address?: string; kind?: string } }
  | { kind: 'not-verified'; message: string }

/** stores the channel as given. A test message shows whether it works. */
export async function addChannel(
  { db, vault, poster, isLocalAllowed }: Omit<DeliveryDesk, 'sendMail'>,
  of: { userId: number; kind: PostedKind; name: string; address: string; now: Date },
): Promise<AddedChannel> {
  const { userId, kind, now } = of
  const owner = await findChannelOwner(db, userId)
  if (!mayBeNotified(owner)) return { kind: 'not-verified', message: NOT_VERIFIED }
  const read = channelAddress(kind, of.address, { isLocalAllowed })
  if (read.kind === 'wrong') return { kind: 'refused', errors: { address: read.problem } }
  const { address } = read
  if (!poster.mayReach(address)) return { kind: 'refused', errors: { address: NOT_PUBLIC } }
  const secret = kind === 'webhook' ? newWebhookSecret() : null
  const name = of.name.trim()
  const channel = { userId, kind, name, address, secret, now }
  const added = await insertChannel(db, vault, { ...channel, most: MOST_CHANNELS })
  switch (added.kind) {
    case 'added':
      return { kind: 'added', id: added.id, secret }
    case 'known-already':
      return { kind: 'refused', errors: { address: 'You have already added this address' } }
    case 'too-many':
      return { kind: 'refused', errors: { kind: `You can have ${MOST_CHANNELS} channels at most` } }
  }
}
