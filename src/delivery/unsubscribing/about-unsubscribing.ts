import type { UnsubscribeAbout } from '../../contract/unsubscribing.ts'
import { matchingSubscriptions } from '../../db/recipients.ts'
import type { ChannelOfDelivery } from '../../db/unsubscribing.ts'
import { maskedAddress } from '../../domain/notifying/channel-address.ts'
import { subscriptionName } from '../../domain/notifying/subscription-name.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { readUnsubscribeLink } from './read-unsubscribe-link.ts'

export async function aboutUnsubscribing(
  { db, vault }: DeliveryDesk,
  token: string,
): Promise<UnsubscribeAbout['data'] | undefined> {
  const link = await readUnsubscribeLink(db, vault, token)
  switch (link.kind) {
    case 'wrong-token':
      return undefined
    case 'gone':
      return { channel: null, is_enabled: false, address: null, things: [] }
    case 'found': {
      const { channel, publicationId } = link
      const matching = await matchingSubscriptions(db, { channelId: channel.id, publicationId })
      return {
        channel: channel.kind,
        is_enabled: channel.isEnabled,
        address: shortened(channel),
        things: matching.map(subscriptionName),
      }
    }
  }
}

function shortened({ kind, address, email }: ChannelOfDelivery): string | null {
  if (kind === 'email') return email === null ? null : maskedEmail(email)
  return address === null ? null : maskedAddress(address)
}

const CHARACTERS_SHOWN = 2

/** Recognizable for its owner, but not for people who got a forwarded message. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...email.slice(0, at)]
  const shown = name.slice(0, Math.min(CHARACTERS_SHOWN, name.length - 1))
  return `${shown.join('')}…${email.slice(at)}`
}
