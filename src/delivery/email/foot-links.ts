import { FOLLOW_MANAGE_PATH } from '../../domain/follow-choice.ts'
import { unsubscribeAddress } from '../../domain/notifying/unsubscribe-address.ts'
import type { MailLink } from '../../mail/mail-content.ts'
import { slotMark } from './mail-slots.ts'

/** For some days, anyone who has the links below can change what a follower gets. */
export const FORWARD_WITHOUT_LINKS =
  'If you forward this, leave out the links below: they work without a password.'

/** A digest covers many subscriptions, so it can only be stopped as a whole. */
export function footLinks(
  publicUrl: string,
  { from, isFollower }: { from: 'thing' | 'everything'; isFollower: boolean },
): MailLink[] {
  const token = slotMark('token')
  const thing = { text: 'Unsubscribe from this', link: publicUrl + unsubscribeAddress({ token }) }
  const everything = {
    text: 'Unsubscribe from all mail',
    link: publicUrl + unsubscribeAddress({ token, first: 'everything' }),
  }
  const manage = {
    text: 'Manage subscriptions',
    link: publicUrl + (isFollower ? `${FOLLOW_MANAGE_PATH}?token=${slotMark('manage')}` : '/subscribe'),
  }
  return from === 'thing' ? [thing, everything, manage] : [everything, manage]
}
