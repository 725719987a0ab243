import type { RawOutcome } from './mail-message.ts'

/** What a server says to a command. */
export interface SmtpAnswer {
  code: number
  /** Why, in the numbers of RFC 3463; empty where the server gives none. */
  status: string
  /** To be understood and never to be kept: they may repeat the address. */
  words: string
}

export type SmtpCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA'

const SERVICE_CLOSES = 421
/** Commands out of order are our own mistake, or follow from another refusal: never about the recipient. */
const OUT_OF_ORDER = 503

/** Undefined for what is no answer at all. */
export function smtpAnswer(line: string): SmtpAnswer | undefined {
  const [, code, status = '', words = ''] =
    /^([2-5]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})\b)?(.*)/.exec(line) ?? []
  return code === undefined ? undefined : { code: Number(code), status, words: words.trim() }
}

/**
 * Only an answer about this recipient or this mail is final. A server that turns us away as such (greeting, password,
 * sender) says nothing about the mail, and whoever runs it may put that right.
 */
export function outcomeOfRefusal(command: SmtpCommand, answer: SmtpAnswer): RawOutcome {
  const { code, status } = answer
  const reason = [code, status, command].filter((part) => part !== '').join(' ')
  if (command === 'MAIL FROM') return { kind: 'away', reason }
  const isFinal = code >= 500 && code !== OUT_OF_ORDER
  if (!isFinal) return { kind: 'later', reason }
  if (isAboutAddress(command, answer)) return { kind: 'refused', reason, isAboutAddress: true }
  // A relay that is set up wrongly refuses every recipient with such words.
  if (command === 'RCPT TO' && isAboutUs(answer)) return { kind: 'later', reason }
  return { kind: 'refused', reason, isAboutAddress: false }
}

/**
 * Whether there is nobody under the address: then it is written to no more, so the server has to say just that. Others
 * refuse what a mail says, or whom it comes from, and would else cost us every reader.
 */
function isAboutAddress(command: SmtpCommand, answer: SmtpAnswer): boolean {
  const { code, status } = answer
  if (status !== '') return NOBODY_THERE.has(status)
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.has(code) && !isAboutUs(answer)
}

/**
 * RFC 3463 and 7505: no such mailbox, no such domain, no address at all, moved away, a domain without mail, switched off.
 * Others beginning with 5.1 are about the sender (5.1.7, 5.1.8) or say nothing (5.1.0).
 */
const NOBODY_THERE: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
/** Where the server gives no numbers for the reason. */
const NO_SUCH_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])

function isAboutUs({ status, words }: SmtpAnswer) {
  return ABOUT_US_STATUS.test(status) || ABOUT_US_WORDS.test(words.replace(ANY_ADDRESS, ''))
}

/** The sender's address, or what is allowed to whom. */
const ABOUT_US_STATUS = /^5\.1\.[78]$|^5\.7\./
const ABOUT_US_WORDS =
  /relay|rcpthosts|sender|\bspf\b|dkim|dmarc|block|black ?list|spam|policy|reputation|authenticat|denied|permitted|prohibited/i
/** Mailboxes may be called anything. */
const ANY_ADDRESS = /\S*@\S*/g

export function isGoodbye({ code }: SmtpAnswer): boolean {
  return code === SERVICE_CLOSES
}
