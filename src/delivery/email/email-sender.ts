import type { Publication } from '../../domain/notifying/publication.ts'
import type { Sender as MailSender, MailWay, RawOutcome } from '../../mail/mail-message.ts'
import { isPlainAddress, senderOf } from '../../mail/mail-options.ts'
import { mailHost } from '../../mail/mail-way.ts'

import { RefusalBrake } from '../../mail/refusal-brake.ts'
import type { ClaimedDelivery } from '../claimed-delivery.ts'
import { signMessageToken } from '../message-token.ts'
import type { MessageSender, SendOutcome } from '../sender.ts'
import {
  type ComposedMail,
  composeMail,
  type MailManner,
  type MailToCompose,
  mailDate,
} from './compose-mail.ts'
import { digestMail } from './digest-mail.ts'
import { MailCache } from './mail-cache.ts'
import type { NotificationSite } from './mail-site.ts'
import { fillMail } from './mail-slots.ts'
import { publicationMail } from './publication-mail.ts'

export interface EmailSenderOptions {
  way: MailWay
  publicUrl: string
  provider: () => NotificationSite['provider']
  /** Absent: a no-reply address at the site's own host. */
  from: MailSender | undefined
  unsubscribeKey: Buffer
  clock: () => Date
}

export function emailSender(options: EmailSenderOptions): MessageSender {
  const { way, publicUrl, provider, unsubscribeKey, clock } = options
  const from = senderOf(options)
  const host = mailHost(publicUrl)
  const mails = new MailCache()
  const brake = new RefusalBrake()
  const manner = (): MailManner => ({ site: { provider: provider(), publicUrl }, from, host })

  async function send(
    delivery: ClaimedDelivery,
    publication: Publication,
    recorded?: Promise<void>,
  ): Promise<SendOutcome> {
    const { because, zone, isFollower } = delivery
    const { site } = manner()
    const { name, feedback_email, brand } = site.provider
    const { scope, cloudId, tid, others, noLongerAffected } = because ?? {}
    const key = [
      publication.id,
      zone,
      scope,
      cloudId,
      tid,
      others,
      noLongerAffected,
      isFollower,
      name,
      feedback_email,
      JSON.stringify(brand),
    ].join()
    const compose = () =>
      composeMail(publicationMail(publication, { because, zone, isFollower, site }), manner())
    return leave([delivery], publication.id, { compose: () => mails.get(key, compose), recorded })
  }

  async function sendDigest(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
    recorded?: Promise<void>,
  ): Promise<SendOutcome> {
    const newest = publications.at(-1)
    const [first] = deliveries
    if (newest === undefined || first === undefined) return { kind: 'later', reason: 'nothing to send' }
    const compose = () => composeMail(digestOf(deliveries, publications), manner())
    return leave(deliveries, newest.id, { compose, recorded })
  }

  function digestOf(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
  ): MailToCompose {
    const items = publications.map((publication) => ({
      publication,
      because: deliveries.find(({ publicationId }) => publicationId === publication.id)?.because ?? null,
    }))
    const { zone = '', isFollower = false } = deliveries[0] ?? {}
    return digestMail(items, { zone, isFollower, site: manner().site })
  }

  /** A mail for several deliveries is only sent while this worker holds all of them. */
  async function leave(
    deliveries: readonly ClaimedDelivery[],
    publicationId: number,
    { compose, recorded }: { compose: () => Promise<ComposedMail>; recorded: Promise<void> | undefined },
  ): Promise<SendOutcome> {
    const [first] = deliveries
    if (first === undefined || !isPlainAddress(first.channel.address))
      return { kind: 'refused', reason: 'no address' }
    const { id: channelId, address: to } = first.channel
    const leasedUntilMs = Math.min(...deliveries.map(({ leasedUntil }) => leasedUntil.getTime()))
    try {
      const mail = await compose()
      const claim = { channelId, publicationId }
      const bytes = fillMail(mail, {
        to,
        token: signMessageToken(unsubscribeKey, 'unsubscribe', claim),
        manage: signMessageToken(unsubscribeKey, 'manage', claim),
        channel: String(channelId),
        date: mailDate(clock()),
      })
      const leftMs = () => leasedUntilMs - clock().getTime()
      const isStillMine = () => leftMs() > 0
      const { note } = mail
      const outcome = await way.sendRaw({
        from: from.address,
        to,
        bytes,
        isStillMine,
        leftMs,
        recorded,
        note,
      })
      return toOutcome(outcome, to)
    } catch (error) {
      return { kind: 'later', reason: (error as Error).name }
    }
  }

  /** Refusals that aren't about the address can be fixed, so they are retried. */
  function toOutcome(outcome: RawOutcome, to: string): SendOutcome {
    if (outcome.kind === 'sent') brake.record(to, 'taken')
    if (outcome.kind !== 'refused') return outcome
    const { reason, isAboutAddress } = outcome
    if (!isAboutAddress) return { kind: 'later', reason }
    brake.record(to, 'refused')
    return brake.isOn ? MANY_REFUSED : { kind: 'refused', reason }
  }

  return { send, sendDigest, close: way.close }
}

const MANY_REFUSED = { kind: 'away', reason: 'many refused' } as const
