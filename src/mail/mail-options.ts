import type { BrandLook } from '../domain/brand/brand.ts'
import type { MailMessage, Sender } from './mail-message.ts'
import { mailHost } from './mail-way.ts'

export function senderOf({ from, publicUrl }: { from: Sender | undefined; publicUrl: string }): Sender {
  return from ?? { name: undefined, address: `no-reply@${mailHost(publicUrl)}` }
}

/**
 * The brand can set another address of the configured domain; mail servers would refuse other domains.
 * Bounces still go to the configured address.
 */
export function senderHeaders(
  from: Sender,
  { brand, usualName }: { brand: SenderOfBrand | undefined; usualName: string },
) {
  const address = brand?.sender_address ?? ''
  const isAllowed = isPlainAddress(address) && domainOf(address) === domainOf(from.address)
  const replyTo = brand?.reply_to ?? ''
  return {
    from: {
      name: onOneLine(brand?.sender_name || (from.name ?? usualName)),
      address: isAllowed ? address : from.address,
    },
    ...(isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
  }
}

export type SenderOfBrand = Pick<BrandLook, 'sender_name' | 'sender_address' | 'reply_to'>

function domainOf(address: string) {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

export function mailOptions(
  message: MailMessage,
  { from, host, now }: { from: Sender; host: string; now: Date },
) {
  return {
    // Headers don't decide where a mail goes.
    envelope: { from: from.address, to: [message.to] },
    ...senderHeaders(from, { brand: message.brand, usualName: message.senderName }),
    to: { name: '', address: message.to },
    subject: onOneLine(message.subject),
    messageId: `<${message.id}@${host}>`,
    date: now,
    text: message.text,
    html: message.html,
    textEncoding: 'quoted-printable' as const,
    newline: 'windows' as const,
    headers: {
      // Prevents automatic replies.
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
