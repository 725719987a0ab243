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

/** A mail as it leaves: whole, for one address. */
export interface RawMail {
  /** The address of the envelope. */
  from: string
  to: string
  /** Lines end with CRLF, and every byte is ASCII or UTF-8 of a header. */
  bytes: Buffer
  /** Asked right before the body leaves: whoever has lost the mail to somebody else must not send it as well. */
  isStillMine: () => boolean
  /** How long it stays ours. A server that has the whole mail and is silent is waited for as long. */
  leftMs?: (() => number) | undefined
  /** Its connection goes on to the next mail only then. Absent: at once. */
  recorded?: Promise<void> | undefined
  /** What the console says of it where there is no mail server. */
  note: string
}

/** What became of a mail. Reasons are codes: what servers say may repeat the address. */
export type RawOutcome =
  | { kind: 'sent' }
  /** This mail, another time. */
  | { kind: 'later'; reason: string }
  /** The server is away, or turns everybody away: says nothing about this mail. */
  | { kind: 'away'; reason: string }
  /** Another attempt would end the same. */
  | { kind: 'refused'; reason: string; isAboutAddress: boolean }
  /** The server had the whole mail and said nothing more: it may have been taken. */
  | { kind: 'perhaps'; reason: string }
  /** It was no longer ours when its body should have left. */
  | { kind: 'too-late' }

/** A way for mail out of this process. */
export interface MailWay {
  /** So many mails at a time; more than these wait for each other. */
  size: number
  sendRaw(mail: RawMail): Promise<RawOutcome>
  close(): Promise<void>
}
