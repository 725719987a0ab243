import { FOLLOW_MANAGE_PATH } from '../../domain/follow-choice.ts'
import { unsubscribeAddress } from '../../domain/notifying/unsubscribe-address.ts'
import type { MailLink } from '../../mail/mail-content.ts'
import { slotMark } from './mail-slots.ts'

/** With what is below it, anyone can change what a follower gets, for some days. */
export const FORWARD_WITHOUT_LINKS =
  'If you forward this, leave out the links below: they work without a password.'

/**
 * Ways to stop these mails. A digest covers many things, so it can only be stopped as a whole. Followers have no
 * password to sign in with, so their link does it, once.
 */
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
