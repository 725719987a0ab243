import { unsubscribeAddress } from '../../domain/telling/unsubscribe-address.ts'
import type { MailLink } from '../../mail/mail-content.ts'
import { slotMark } from './mail-slots.ts'

/** What a reader can do about getting this. A digest is about many things, and can only be left as a whole. */
export function footLinks(publicUrl: string, { from }: { from: 'thing' | 'everything' }): MailLink[] {
  const token = slotMark('token')
  const thing = { text: 'Unsubscribe from this', link: publicUrl + unsubscribeAddress({ token }) }
  const everything = {
    text: 'Unsubscribe from all mail',
    link: publicUrl + unsubscribeAddress({ token, first: 'everything' }),
  }
  const manage = { text: 'Manage subscriptions', link: `${publicUrl}/subscribe` }
  return from === 'thing' ? [thing, everything, manage] : [everything, manage]
}
