import type { RawOutcome } from './raw-mail.ts'

/** What a server says to a command. */
export interface SmtpAnswer {
  code: number
  /** Why, in the numbers of RFC 3463; empty where the server gives none. */
  status: string
}

export type SmtpCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA'

const SERVICE_CLOSES = 421
/** Commands out of order are our own mistake, or follow from another refusal: never about the recipient. */
const OUT_OF_ORDER = 503

/** Undefined for what is no answer at all. */
export function smtpAnswer(line: string): SmtpAnswer | undefined {
  const [, code, status = ''] = /^([2-5]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(line) ?? []
  return code === undefined ? undefined : { code: Number(code), status }
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
  return { kind: 'refused', reason, isAboutAddress: isAboutAddress(command, answer) }
}

/**
 * Whether there is nobody under the address. Others refuse what a mail says, or whom it comes from: a list of bad
 * senders that we have got on would else cost us every reader.
 */
function isAboutAddress(command: SmtpCommand, { code, status }: SmtpAnswer): boolean {
  if (status !== '') return /^5\.1\.|^5\.2\.1$/.test(status)
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.includes(code)
}

const NO_SUCH_MAILBOX = [550, 551, 553]

export function isGoodbye({ code }: SmtpAnswer): boolean {
  return code === SERVICE_CLOSES
}
