import type { MailMessage, Sender } from './mail-message.ts'
import { mailHost } from './mail-way.ts'

/** Who mail is from: an address of the site's own host that nobody reads, unless the configuration names another. */
export function senderOf({ from, publicUrl }: { from: Sender | undefined; publicUrl: string }): Sender {
  return from ?? { name: undefined, address: `no-reply@${mailHost(publicUrl)}` }
}

/** The mail as nodemailer takes it: headers of ours, recipients by the envelope alone. */
export function mailOptions(
  message: MailMessage,
  { from, host, now }: { from: Sender; host: string; now: Date },
) {
  const name = onOneLine(from.name ?? message.senderName)
  return {
    // Nothing in a header decides where a mail goes.
    envelope: { from: from.address, to: [message.to] },
    from: { name, address: from.address },
    to: { name: '', address: message.to },
    subject: onOneLine(message.subject),
    messageId: `<${message.id}@${host}>`,
    date: now,
    text: message.text,
    html: message.html,
    textEncoding: 'quoted-printable' as const,
    // Lines end as on the wire, whatever texts have between theirs.
    newline: 'windows' as const,
    headers: {
      // No automatic answer is wanted by anybody.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** What an address must be to be sent to at all: one, and nothing besides. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address)
}

/** A line break in a header would begin another header. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
