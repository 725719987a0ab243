import { findChannelToSend } from '../../db/channels.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailOutcome } from '../../mail/mail-message.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { reminderFor } from '../http/http-message.ts'
import { postBody } from './test-channel.ts'

/**
 * Posts a reminder to a channel of staff. It isn't a delivery of a publication: the caller retries failures
 * while that still helps, and the reminder is also mailed.
 */
export async function postReminder(
  desk: Pick<DeliveryDesk, 'db' | 'vault' | 'poster'>,
  { userId, channelId, content, now }: { userId: number; channelId: number; content: MailContent; now: Date },
): Promise<MailOutcome> {
  const channel = await findChannelToSend(desk.db, desk.vault, { userId, channelId })
  if (channel === undefined || channel.kind === 'email' || channel.address === null)
    return { kind: 'refused', reason: channel?.isLocked ? 'locked' : 'gone', isAboutAddress: false }
  const { kind, address } = channel
  const { code, isFinal } = await postBody(
    desk,
    { ...channel, kind, address },
    { body: reminderFor(kind, content, now), now },
  )
  if (code === 'sent') return { kind: 'sent' }
  return isFinal ? { kind: 'refused', reason: code, isAboutAddress: false } : { kind: 'later', reason: code }
}
