/** One mail to one person, ready to go. */
export interface MailMessage {
  /** The left half of the Message-ID. Attempts that share it are one mail to a mailbox. */
  id: string
  to: string
  /** Whose name stands before the sender's address, unless the configuration names somebody. */
  senderName: string
  subject: string
  text: string
  html: string
  /** What the reader is to open; shown in the console when there is no mail server. */
  link: string | undefined
}

export interface Sender {
  name: string | undefined
  address: string
}

/** What became of a mail. Reasons are codes: what servers say may repeat the address. */
export type MailOutcome =
  | { kind: 'sent' }
  /** Passes by itself: the server is away, busy or slow. */
  | { kind: 'later'; reason: string }
  /** Another attempt would end the same: for any mail to the address, or only for this one. */
  | { kind: 'refused'; reason: string; isAboutAddress: boolean }
