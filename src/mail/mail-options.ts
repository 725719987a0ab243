import type { MailMessage, Sender } from './mail-message.ts'
import { mailHost } from './mail-way.ts'

/** The sender: an unread address at the site's own host, unless the configuration sets another. */
export function senderOf({ from, publicUrl }: { from: Sender | undefined; publicUrl: string }): Sender {
  return from ?? { name: undefined, address: `no-reply@${mailHost(publicUrl)}` }
}

/** The mail in nodemailer's format, with our headers. Only the envelope names recipients. */
export function mailOptions(
  message: MailMessage,
  { from, host, now }: { from: Sender; host: string; now: Date },
) {
  const name = onOneLine(from.name ?? message.senderName)
  return {
    // No header decides where a mail goes.
    envelope: { from: from.address, to: [message.to] },
    from: { name, address: from.address },
    to: { name: '', address: message.to },
    subject: onOneLine(message.subject),
    messageId: `<${message.id}@${host}>`,
    date: now,
    text: message.text,
    html: message.html,
    textEncoding: 'quoted-printable' as const,
    // CRLF, whatever line breaks the texts have.
    newline: 'windows' as const,
    headers: {
      // We don't want automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address)
}

/** A line break in a header would start another header. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
