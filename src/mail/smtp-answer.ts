import type { RawOutcome } from './mail-message.ts'

export interface SmtpAnswer {
  code: number
  /** The enhanced status code of RFC 3463; empty if the server gives none. */
  status: string
  /** For classification only, never stored: it may contain the address. */
  words: string
}

export type SmtpCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA'

const SERVICE_CLOSES = 421
/** A wrong command order is our own mistake or follows another refusal. It is never about the recipient. */
const OUT_OF_ORDER = 503

export function smtpAnswer(line: string): SmtpAnswer | undefined {
  const [, code, status = '', words = ''] =
    /^([2-5]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})\b)?(.*)/.exec(line) ?? []
  return code === undefined ? undefined : { code: Number(code), status, words: words.trim() }
}

/**
 * Only an answer about this recipient or this mail is final. A server that rejects us (greeting, password, sender) says
 * nothing about the mail, and its operator can fix that.
 */
export function outcomeOfRefusal(command: SmtpCommand, answer: SmtpAnswer): RawOutcome {
  const { code, status } = answer
  const reason = [code, status, command].filter((part) => part !== '').join(' ')
  if (command === 'MAIL FROM') return { kind: 'away', reason }
  const isFinal = code >= 500 && code !== OUT_OF_ORDER
  if (!isFinal) return { kind: 'later', reason }
  if (isAboutAddress(command, answer)) return { kind: 'refused', reason, isAboutAddress: true }
  // A misconfigured relay refuses every recipient like this.
  if (command === 'RCPT TO' && isAboutUs(answer)) return { kind: 'later', reason }
  return { kind: 'refused', reason, isAboutAddress: false }
}

/**
 * Whether the address doesn't exist. It will then be suppressed, so the server has to say exactly that.
 * Other servers refuse the content or the sender; counting those would suppress every reader.
 */
function isAboutAddress(command: SmtpCommand, answer: SmtpAnswer): boolean {
  const { code, status } = answer
  if (status !== '') return NOBODY_THERE.has(status)
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.has(code) && !isAboutUs(answer)
}

/**
 * RFC 3463 and 7505: unknown mailbox, unknown domain, invalid address, moved, domain without mail, disabled. Others
 * starting with 5.1 are about the sender (5.1.7, 5.1.8) or unspecific (5.1.0).
 */
const NOBODY_THERE: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
const NO_SUCH_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])

function isAboutUs({ status, words }: SmtpAnswer) {
  return ABOUT_US_STATUS.test(status) || ABOUT_US_WORDS.test(words.replace(ANY_ADDRESS, ''))
}

const ABOUT_US_STATUS = /^5\.1\.[78]$|^5\.7\./
const ABOUT_US_WORDS =
  /relay|rcpthosts|sender|\bspf\b|dkim|dmarc|block|black ?list|spam|policy|reputation|authenticat|denied|permitted|prohibited/i
/** An address may contain any of these words. */
const ANY_ADDRESS = /\S*@\S*/g

export function isGoodbye({ code }: SmtpAnswer): boolean {
  return code === SERVICE_CLOSES
}
