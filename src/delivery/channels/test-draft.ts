import { randomUUID } from 'node:crypto'
import { type ChannelToSend, channelsOfUser, findChannelOwner, findChannelToSend } from '../../db/channels.ts'
import type { ChannelKind } from '../../domain/notifying/channel.ts'
import {
  LOCKED_CODE,
  resultWords,
  STOPPED_BY_STAFF,
  STOPPED_WORDS,
} from '../../domain/notifying/channel-result.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import type { MailMessage } from '../../mail/mail-message.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { publicationMail } from '../email/publication-mail.ts'
import { draftTestFor, IS_A_TEST, testSubject } from '../http/http-message.ts'
import { subscriptionsUrl } from '../http/http-notification.ts'
import { mayBeNotified, NOT_VERIFIED } from './may-be-notified.ts'
import { postBody, sendInTime } from './test-channel.ts'

export interface DraftTest {
  userId: number
  channelIds: readonly number[]
  publication: Publication
  site: { provider: { name: string; feedback_email: string }; publicUrl: string }
  now: Date
}

interface DraftTestResult {
  channelId: number
  kind: ChannelKind
  hasArrived: boolean
  message: string
}

export type TestedDraft =
  | { kind: 'tested'; results: DraftTestResult[] }
  | { kind: 'not-there' }
  | { kind: 'not-verified'; message: string }

/**
 * Nothing is stored, and the channel's result stays. Channels that get no messages get no tests of drafts
 * either.
 */
export async function testDraft(desk: DeliveryDesk, test: DraftTest): Promise<TestedDraft> {
  const { userId, channelIds } = test
  const owner = await findChannelOwner(desk.db, userId)
  if (!mayBeNotified(owner)) return { kind: 'not-verified', message: NOT_VERIFIED }
  const rows = await channelsOfUser(desk.db, desk.vault, userId)
  const own = new Map(rows.map((row) => [row.id, row]))
  const channels = await Promise.all(
    channelIds.map((channelId) => findChannelToSend(desk.db, desk.vault, { userId, channelId })),
  )
  if (channels.some((channel) => channel === undefined)) return { kind: 'not-there' }
  const results = channels.flatMap((channel) => {
    const row = channel && own.get(channel.id)
    if (channel === undefined || row === undefined) return []
    const isUsable = row.is_enabled && (row.kind === 'email' || row.verified_at !== null)
    const refusal = row.kind === 'email' ? owner.suppression : undefined
    if (refusal !== undefined)
      return Promise.resolve(resultOf(channel, refusal.reason === STOPPED_BY_STAFF ? STOPPED_WORDS : NO_MAIL))
    if (!isUsable) return Promise.resolve(resultOf(channel, NOT_IN_USE))
    return sendTo(desk, test, { channel, email: owner.email, zone: owner.timezone })
  })
  return { kind: 'tested', results: await Promise.all(results) }
}

const NO_MAIL =
  'We don’t send mail to your address at the moment. Send a test message from your settings first.'
const NOT_IN_USE = 'This channel is off or not verified. Send a test message from your settings first.'

async function sendTo(
  desk: DeliveryDesk,
  { publication, site, now }: DraftTest,
  { channel, email, zone }: { channel: ChannelToSend; email: string | null; zone: string },
): Promise<DraftTestResult> {
  if (channel.isLocked) return resultOf(channel, resultWords(channel.kind, LOCKED_CODE))
  if (channel.kind === 'email' || channel.address === null) {
    if (email === null) return resultOf(channel, 'Your account has no email address.')
    const outcome = await sendInTime(desk, draftMail(publication, { to: email, zone, site }))
    return outcome.kind === 'sent'
      ? { ...resultOf(channel, `Sent to ${email}.`), hasArrived: true }
      : resultOf(channel, resultWords('email', outcome.reason))
  }
  const { kind, address } = channel
  const notification = { publication, because: null, zone, publicUrl: site.publicUrl }
  const posted = await postBody(
    desk,
    { ...channel, kind, address },
    { body: draftTestFor(kind, notification), now },
  )
  return posted.code === 'sent'
    ? { ...resultOf(channel, `It arrived; the answer was ${posted.status}.`), hasArrived: true }
    : resultOf(channel, resultWords(kind, posted.code))
}

function resultOf({ id, kind }: ChannelToSend, message: string): DraftTestResult {
  return { channelId: id, kind, hasArrived: false, message }
}

/** Without links to unsubscribe, because no subscription caused it. */
function draftMail(
  publication: Publication,
  { to, zone, site }: { to: string; zone: string; site: DraftTest['site'] },
): MailMessage {
  const { subject, content } = publicationMail(publication, { because: null, zone, site })
  const marked = {
    ...content,
    kicker: `${IS_A_TEST} ${content.kicker ?? ''}`.trim(),
    smallPrint:
      'You’re receiving this because you asked for a test of this draft. The link shows this text only after you publish it.',
    links: [{ text: 'Manage subscriptions', link: subscriptionsUrl(site) }],
  }
  return {
    id: randomUUID(),
    to,
    senderName: `${site.provider.name} Trust`,
    subject: testSubject(subject),
    text: mailText(marked),
    html: mailHtml(marked),
    link: content.action?.link,
  }
}
