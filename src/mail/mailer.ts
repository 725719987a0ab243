import { isIP } from 'node:net'
import { outboxSender } from './keep-in-outbox.ts'
import type { MailMessage, MailOutcome, Sender } from './mail-message.ts'
import { isPlainAddress, mailOptions } from './mail-options.ts'
import { type SmtpLimits, smtpSender } from './send-by-smtp.ts'

export interface Mailer {
  send(message: MailMessage): Promise<MailOutcome>
  close(): Promise<void>
}

export interface MailerOptions {
  /** Absent: mail is kept in `outboxDir`. */
  smtpUrl: string | undefined
  outboxDir: string
  /** Absent: an address of the site's own host that nobody reads. */
  from: Sender | undefined
  publicUrl: string
  clock: () => Date
  /** A plain line for the person who started the site. */
  report: (line: string) => void
  /** Absent: those of the real world. */
  limits?: SmtpLimits
}

export function openMailer({
  smtpUrl,
  outboxDir,
  publicUrl,
  clock,
  report,
  ...options
}: MailerOptions): Mailer {
  const host = mailHost(publicUrl)
  const from = options.from ?? { name: undefined, address: `no-reply@${host}` }
  const smtp = smtpUrl === undefined ? undefined : smtpSender({ url: smtpUrl, host, limits: options.limits })
  const outbox = outboxSender({ dir: outboxDir, report })
  return {
    send: async (message) => {
      if (!isPlainAddress(message.to)) return { kind: 'refused', reason: 'no address' }
      const mail = mailOptions(message, { from, host, now: clock() })
      return smtp === undefined ? outbox.send(message, mail) : smtp.send(mail)
    },
    close: () => (smtp ?? outbox).close(),
  }
}

/** Mail knows no bare numbers as hosts; a site that is reached by one is on somebody's desk. */
function mailHost(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isNumber ? 'localhost' : hostname
}
