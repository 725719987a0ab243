import type { Socket } from 'node:net'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

export interface SmtpLimits {
  connectMs: number
  greetMs: number
  /** Without any data from the server. */
  answerMs: number
  /** In total: a server that sends its answer byte by byte is never silent for long. */
  sendMs: number
  /** For mails in progress when the site stops. */
  closeMs: number
}

export interface SmtpConnection {
  socket: Socket
  canPipeline: boolean
  canUtf8: boolean
  close(): void
}

export type Opening = { kind: 'open'; connection: SmtpConnection } | { kind: 'away'; reason: string }

export type ConnectionOptions = SMTPConnectionOptions & {
  auth?: { user: string; pass: string } | undefined
  authMethod?: string
  forceAuth?: boolean
}

export function connectionOptions(
  url: string,
  { host, limits }: { host: string; limits: SmtpLimits },
): ConnectionOptions {
  return {
    name: host,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetMs,
    socketTimeout: limits.answerMs,
    ...parseConnectionUrl(url),
    // These would write addresses and mails to the log.
    logger: false,
    debug: false,
  }
}

/** `onLost` is called once, when an opened connection has ended. */
export function openSmtpConnection(
  options: ConnectionOptions,
  { onOpened, onLost }: { onOpened: (opening: Opening) => void; onLost: () => void },
): { destroy(): void } {
  const connection = new SMTPConnection(options)
  let stage: 'opening' | 'open' | 'over' = 'opening'

  function end(opening: Opening) {
    if (stage !== 'opening') return
    stage = opening.kind === 'open' ? 'open' : 'over'
    if (stage === 'over') connection.close()
    onOpened(opening)
  }

  connection.on('error', (error) => end({ kind: 'away', reason: reasonOf(error) }))
  connection.once('end', () => {
    if (stage === 'open') onLost()
    else end({ kind: 'away', reason: 'dropped' })
  })
  connection.connect((error) => {
    if (error) return end({ kind: 'away', reason: reasonOf(error) })
    const offers = String(connection.lastServerResponse)
    const open = () => end({ kind: 'open', connection: takeOver(connection, offers) })
    const { auth } = options
    if (auth === undefined || !(connection.allowsAuth || options.forceAuth)) return open()
    connection.login({ ...auth, method: options.authMethod }, (refused) =>
      refused ? end({ kind: 'away', reason: reasonOf(refused) }) : open(),
    )
  })
  return {
    destroy: () => {
      if (connection._socket) connection._socket.destroy()
      connection.close()
    },
  }
}

/**
 * From here on we speak SMTP ourselves. The library creates several streams per mail and has no hook
 * between the server's readiness and the body. It still watches for the end of the connection.
 */
function takeOver(connection: SMTPConnection, offers: string): SmtpConnection {
  const socket = connection._socket as Socket
  socket.removeAllListeners('data')
  socket.removeAllListeners('timeout')
  return {
    socket,
    canPipeline: /^250[ -]PIPELINING\b/im.test(offers),
    canUtf8: /^250[ -]SMTPUTF8\b/im.test(offers),
    close: () => connection.close(),
  }
}

interface SmtpError {
  code?: string
  originalCode?: string
  responseCode?: number
}

function reasonOf(error: unknown): string {
  const { code, originalCode = code, responseCode } = error as SmtpError
  return [responseCode, originalCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}
