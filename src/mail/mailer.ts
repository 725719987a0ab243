import MailComposer from 'nodemailer/lib/mail-composer'
import type { MailMessage, MailOutcome, RawOutcome, Sender } from './mail-message.ts'
import { isPlainAddress, mailOptions, senderOf } from './mail-options.ts'
import { type MailWayOptions, mailHost, openMailWay } from './mail-way.ts'

export interface Mailer {
  send(message: MailMessage): Promise<MailOutcome>
  close(): Promise<void>
}

export interface MailerOptions extends Omit<MailWayOptions, 'connections'> {
  /** Absent: a no-reply address at the site's own host. */
  from: Sender | undefined
}

/** Account mails are few, and users wait for each. */
const CONNECTIONS = 5

export function openMailer(options: MailerOptions): Mailer {
  const host = mailHost(options.publicUrl)
  const from = senderOf(options)
  const way = openMailWay({ ...options, connections: CONNECTIONS })
  return {
    send: async (message) => {
      if (!isPlainAddress(message.to)) return { kind: 'refused', reason: 'no address', isAboutAddress: true }
      const mail = mailOptions(message, { from, host, now: options.clock() })
      const bytes = await new MailComposer(mail).compile().build()
      const note = [mail.subject, message.link].filter((part) => part !== undefined).join(' ')
      return toOutcome(
        await way.sendRaw({ from: from.address, to: message.to, bytes, isStillMine: () => true, note }),
      )
    },
    close: way.close,
  }
}

function toOutcome(outcome: RawOutcome): MailOutcome {
  switch (outcome.kind) {
    case 'sent':
    case 'refused':
      return outcome
    // Sending the same link twice is harmless; not sending it is not.
    case 'perhaps':
    case 'later':
    case 'away':
      return { kind: 'later', reason: outcome.reason }
    case 'too-late':
      return { kind: 'later', reason: 'too late' }
  }
}
