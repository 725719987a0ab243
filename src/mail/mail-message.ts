import type { BrandLook } from '../domain/brand/brand.ts'

export interface MailMessage {
  /** The left half of the Message-ID. Mailboxes treat attempts with the same ID as one mail. */
  id: string
  to: string
  senderName: string
  brand?: BrandLook | undefined
  subject: string
  text: string
  html: string
  /** Shown in the console if there is no mail server. */
  link: string | undefined
}

export interface Sender {
  name: string | undefined
  address: string
}

/** Reasons are codes, because server messages may contain the address. */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'later'; reason: string }
  /** A retry would fail, too: for any mail to this address, or only for this one. */
  | { kind: 'refused'; reason: string; isAboutAddress: boolean }

export interface RawMail {
  from: string
  to: string
  /** Lines end with CRLF. Every byte is ASCII, or UTF-8 in a header. */
  bytes: Buffer
  /** Called right before the body is sent: a worker that has lost the lease must not send the mail. */
  isStillMine: () => boolean
  /** Time left on the lease. We wait this long for a server that has the whole mail but doesn't answer. */
  leftMs?: (() => number) | undefined
  /** The connection takes its next mail only after this. Absent: immediately. */
  recorded?: Promise<void> | undefined
  note: string
}

export type RawOutcome =
  | { kind: 'sent' }
  | { kind: 'later'; reason: string }
  /** The server is down or rejects everyone. This says nothing about the mail. */
  | { kind: 'away'; reason: string }
  | { kind: 'refused'; reason: string; isAboutAddress: boolean }
  /** The server received the whole mail but didn't answer. It may have accepted it. */
  | { kind: 'perhaps'; reason: string }
  | { kind: 'too-late' }

export interface MailWay {
  size: number
  sendRaw(mail: RawMail): Promise<RawOutcome>
  close(): Promise<void>
}
