import { randomUUID } from 'node:crypto'
import { insertAudit } from '../../db/audit.ts'
import {
  type ChannelToSend,
  findChannelOwner,
  findChannelToSend,
  findSuppression,
  liftSuppression,
  STARTS_ANEW,
  suppressAddress,
  updateChannel,
} from '../../db/channels.ts'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { ChannelKind, PostedKind } from '../../domain/notifying/channel.ts'
import {
  LOCKED_CODE,
  resultWords,
  STOPPED_BY_STAFF,
  STOPPED_WORDS,
} from '../../domain/notifying/channel-result.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailMessage, MailOutcome } from '../../mail/mail-message.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'
import { testFor } from '../http/http-message.ts'
import { signatureFor } from '../http/http-sender.ts'
import { sendOutcomeOf } from '../http/send-outcome-of.ts'
import { mayBeNotified, NOT_VERIFIED } from './may-be-notified.ts'

type ChannelOwner = NonNullable<Awaited<ReturnType<typeof findChannelOwner>>>

const ANSWER_WITHIN_MS = 15_000

export interface ChannelTest {
  userId: number
  channelId: number
  site: { provider: string; publicUrl: string }
  now: Date
}

export type TestedChannel =
  | { kind: 'tested'; hasArrived: boolean; message: string }
  | { kind: 'not-there' }
  | { kind: 'not-verified'; message: string }

/**
 * sends a message immediately, without the worker, because the owner waits for it. If it arrives, the
 * channel is verified.
 */
export async function testChannel(desk: DeliveryDesk, test: ChannelTest): Promise<TestedChannel> {
  const { userId, channelId, now } = test
  const channel = await findChannelToSend(desk.db, desk.vault, { userId, channelId })
  if (channel === undefined) return { kind: 'not-there' }
  const owner = await findChannelOwner(desk.db, userId)
  if (!mayBeNotified(owner)) return { kind: 'not-verified', message: NOT_VERIFIED }
  const { kind, address } = channel
  // This is not about the channel itself, so its last result stays.
  if (channel.isLocked) return { kind: 'tested', hasArrived: false, message: notArrived(kind, LOCKED_CODE) }
  // Staff stopped it on request or because of abuse, so a test can't lift that.
  if (kind === 'email' && owner?.suppression?.reason === STOPPED_BY_STAFF)
    return { kind: 'tested', hasArrived: false, message: STOPPED_WORDS }
  const result =
    kind === 'email' || address === null
      ? await mailTest(desk, test, owner)
      : await postTest(desk, test, { ...channel, kind, address })

  const hasArrived = result.code === 'sent'
  const isThere = await updateChannel(
    desk.db,
    { userId, channelId },
    {
      last_result: result.code,
      last_result_at: now,
      ...(hasArrived && { ...STARTS_ANEW, verified_at: now }),
    },
  )
  return isThere ? { kind: 'tested', hasArrived, message: result.message } : { kind: 'not-there' }
}

interface TestResult {
  code: string
  message: string
}

type PostedChannel = ChannelToSend & { kind: PostedKind; address: string }

/** Only shows the status. The text of the answer is private to the people who run the endpoint. */
async function postTest(
  desk: DeliveryDesk,
  { site: { publicUrl }, now }: ChannelTest,
  channel: PostedChannel,
): Promise<TestResult> {
  const posted = await postBody(desk, channel, { body: testFor(channel.kind, { now, publicUrl }), now })
  if (posted.code === 'sent')
    return { code: 'sent', message: `The test message arrived; the answer was ${posted.status}.` }
  return { code: posted.code, message: notArrived(channel.kind, posted.code) }
}

/** The code is `sent` if it arrived. */
export async function postBody(
  { poster }: Pick<DeliveryDesk, 'poster'>,
  channel: PostedChannel,
  { body, now }: { body: string; now: Date },
): Promise<{ code: string; status?: number /** Trying again would fail, too. */; isFinal: boolean }> {
  const id = `msg_t${randomUUID()}_c${channel.id}`
  const { previousSecretUntil: until } = channel
  const previousSecret = until !== null && until > now ? channel.previousSecret : null
  const headers = signatureFor({ ...channel, previousSecret }, { id, body, at: now })
  const posted = await poster.post({ url: channel.address, headers, body })
  const outcome = sendOutcomeOf(posted, channel.kind)
  if (outcome.kind === 'sent' && posted.kind === 'answered')
    return { code: 'sent', status: posted.status, isFinal: true }
  const isFinal = outcome.kind === 'gone' || outcome.kind === 'refused'
  return { code: 'reason' in outcome ? outcome.reason : 'unreachable', isFinal }
}

function notArrived(kind: ChannelKind, code: string) {
  return `The test message didn’t arrive. ${resultWords(kind, code)}`
}

/**
 * Also tries an address that refused our mail: the owner says it works again, and the mail server's answer
 * shows whether that is true.
 */
async function mailTest(
  desk: DeliveryDesk,
  { userId, site, now }: ChannelTest,
  { email }: Pick<ChannelOwner, 'email'>,
): Promise<TestResult> {
  const { db } = desk
  if (email === null) return { code: 'no address', message: 'Your account has no email address.' }
  const outcome = await sendInTime(desk, testMail({ ...site, to: email }))
  switch (outcome.kind) {
    case 'sent':
      await allowAgain(db, { userId, email, now })
      return { code: 'sent', message: `We sent a test message to ${email}.` }
    case 'refused':
      // A refusal because of the content or the sender isn't about the address.
      if (outcome.isAboutAddress) await suppressAddress(db, { email, reason: outcome.reason, now })
      return failed(outcome.reason)
    case 'later':
      return failed(outcome.reason)
  }
}

async function allowAgain(
  db: DeliveryDesk['db'],
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const suppression = await findSuppression(trx, email)
    if (suppression === undefined || suppression.reason === STOPPED_BY_STAFF) return
    await liftSuppression(trx, email)
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'lift-suppression',
      entity: 'user',
      entityId: userId,
      before: { mail_refused: suppression.reason, refused_since: suppression.created_at },
      after: { mail_refused: null, refused_since: null },
    })
  })
}

export function sendInTime({ sendMail }: DeliveryDesk, mail: MailMessage): Promise<MailOutcome> {
  return Promise.race([sendMail(mail), tooLong()])
}

/** The mail may still be sent later, but the user shouldn't wait longer for an answer. */
function tooLong() {
  return new Promise<MailOutcome>((resolve) => {
    setTimeout(resolve, ANSWER_WITHIN_MS, { kind: 'later', reason: 'timeout' }).unref()
  })
}

function failed(code: string): TestResult {
  return { code, message: `The test message could not be sent. ${resultWords('email', code)}` }
}

function testMail({
  to,
  provider,
  publicUrl,
}: {
  to: string
  provider: string
  publicUrl: string
}): MailMessage {
  const content: MailContent = {
    provider,
    siteUrl: publicUrl,
    heading: 'Test message',
    paragraphs: ['This address works. You’ll get the messages you subscribe to here.'],
    action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
    notes: [],
    smallPrint: `You’re receiving this because you asked for a test message in your account at ${provider} Trust.`,
  }
  return {
    id: randomUUID(),
    to,
    senderName: `${provider} Trust`,
    subject: `${content.heading} from ${provider} Trust`,
    text: mailText(content),
    html: mailHtml(content),
    link: undefined,
  }
}
