import { createTransport } from 'nodemailer'
import type { MailOutcome } from './mail-message.ts'
import type { mailOptions } from './mail-options.ts'

const CONNECTIONS = 5

export interface SmtpLimits {
  connectMs: number
  greetMs: number
  /** Of silence. */
  answerMs: number
  /** Over all; a server that trickles its answers is never silent for long. */
  sendMs: number
  /** For what is under way when the site stops. */
  closeMs: number
}
const LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetMs: 10_000,
  answerMs: 15_000,
  sendMs: 30_000,
  closeMs: 5_000,
}

export type Options = ReturnType<typeof mailOptions>

/** A pool of connections to the mail server; it is made anew when the server holds one without end. */
export function smtpSender({
  url,
  host,
  limits = LIMITS,
}: {
  url: string
  host: string
  limits?: SmtpLimits | undefined
}) {
  const underWay = new Set<Promise<unknown>>()
  let transport = open()
  let isClosed = false

  function open() {
    return createTransport({
      pool: true,
      url,
      name: host,
      maxConnections: CONNECTIONS,
      // Whoever sends decides about another attempt.
      maxRequeues: 1,
      connectionTimeout: limits.connectMs,
      dnsTimeout: limits.connectMs,
      greetingTimeout: limits.greetMs,
      socketTimeout: limits.answerMs,
    })
  }

  async function send(options: Options): Promise<MailOutcome> {
    if (isClosed) return { kind: 'later', reason: 'closed' }
    const own = transport
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<MailOutcome>((resolve) => {
      timer = setTimeout(() => {
        // Else it could still be accepted, after we have counted it as not sent.
        own.close({ force: true })
        if (own === transport && !isClosed) transport = open()
        resolve({ kind: 'later', reason: 'timeout' })
      }, limits.sendMs)
    })
    const sending = own.sendMail(options).then(() => ({ kind: 'sent' }) as const, outcomeOf)
    underWay.add(sending)
    return Promise.race([sending, tooLong]).finally(() => {
      clearTimeout(timer)
      underWay.delete(sending)
    })
  }

  /** What is under way gets a moment to finish. */
  async function close() {
    isClosed = true
    let timer: NodeJS.Timeout | undefined
    const longEnough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limits.closeMs)
    })
    await Promise.race([Promise.all(underWay), longEnough])
    clearTimeout(timer)
    transport.close({ force: true })
  }

  return { send, close }
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * Only an answer about this recipient or this mail is final. A server that turns us away as such (greeting, password,
 * sender) says nothing about the mail, and whoever runs it may put that right.
 */
function outcomeOf(error: unknown): MailOutcome {
  const { code, command, responseCode } = error as SmtpError
  const reason = [responseCode, code].filter((part) => part !== undefined).join(' ') || 'unknown'
  const isAboutThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isFinal = responseCode === undefined ? command === 'API' : responseCode >= 500 && responseCode !== 503
  return isAboutThisMail && isFinal ? { kind: 'refused', reason } : { kind: 'later', reason }
}
