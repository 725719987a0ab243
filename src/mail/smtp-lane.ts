import { AnswerReader } from './answer-reader.ts'
import type { RawMail, RawOutcome } from './mail-message.ts'
import {
  type ConnectionOptions,
  type Opening,
  openSmtpConnection,
  type SmtpConnection,
  type SmtpLimits,
} from './open-smtp-connection.ts'
import { isGoodbye, outcomeOfRefusal, type SmtpAnswer } from './smtp-answer.ts'
import { withDotsDoubled } from './with-dots-doubled.ts'

/** Some servers allow no more per connection. */
const MAILS_PER_CONNECTION = 100
/** Reserved from the lease to record the outcome. */
const RECORDS_WITHIN_MS = 5_000

/** `verdict` waits for the final answer. `reset` ends a mail that was refused halfway. */
type Stage = 'idle' | 'opening' | 'mail' | 'rcpt' | 'data' | 'body' | 'verdict' | 'reset'

interface LaneOptions {
  connection: ConnectionOptions
  limits: SmtpLimits
}

export class SmtpLane {
  private readonly options: LaneOptions
  private stage: Stage = 'idle'
  private mail: RawMail | undefined
  private onDone: (outcome: RawOutcome) => void = () => {}
  private refusal: RawOutcome | undefined
  private opener: { destroy(): void } | undefined
  private connection: SmtpConnection | undefined
  private mailsOnConnection = 0
  /** One for all mails: refreshing a timer is cheap, creating one is not. */
  private readonly timer: NodeJS.Timeout
  private longer: NodeJS.Timeout | undefined

  constructor(options: LaneOptions) {
    this.options = options
    this.timer = setTimeout(() => this.onTooLong(), options.limits.sendMs)
    this.timer.unref()
  }

  get isIdle() {
    return this.stage === 'idle'
  }

  send(mail: RawMail, onDone: (outcome: RawOutcome) => void) {
    this.mail = mail
    this.onDone = onDone
    this.timer.refresh()
    if (!mail.isStillMine()) return this.finish({ kind: 'too-late' })
    if (this.connection === undefined) this.open()
    else this.begin(this.connection)
  }

  destroy(reason: string) {
    this.drop()
    if (!this.isIdle) this.lose(reason)
  }

  quit() {
    const { connection } = this
    if (connection === undefined) return
    this.forget()
    connection.socket.write('QUIT\r\n')
    connection.close()
  }

  stop() {
    clearTimeout(this.timer)
    if (this.isIdle) this.quit()
    else this.destroy('closed')
  }

  private open() {
    this.stage = 'opening'
    const opener = openSmtpConnection(this.options.connection, {
      onOpened: (opening) => {
        if (this.opener === opener) this.onOpened(opening)
      },
      onLost: () => {
        if (this.opener === opener) this.onLost()
      },
    })
    this.opener = opener
  }

  private onOpened(opening: Opening) {
    if (opening.kind === 'away') {
      this.forget()
      return this.finish(opening)
    }
    const { connection } = opening
    this.connection = connection
    this.mailsOnConnection = 0
    const reader = new AnswerReader()
    connection.socket.on('data', (chunk: Buffer) => {
      for (const answer of reader.read(chunk)) {
        // Handling an answer may end the connection.
        if (this.connection === connection) this.onAnswer(answer)
      }
    })
    connection.socket.on('timeout', () => {
      if (this.connection === connection) this.onSilence()
    })
    this.begin(connection)
  }

  private begin({ socket, canPipeline, canUtf8 }: SmtpConnection) {
    const { from, to } = this.mail as RawMail
    this.stage = 'mail'
    this.mailsOnConnection += 1
    const sender = canUtf8 && !isAscii(to) ? `MAIL FROM:<${from}> SMTPUTF8\r\n` : `MAIL FROM:<${from}>\r\n`
    socket.write(canPipeline ? `${sender}${recipientLine(to)}DATA\r\n` : sender)
  }

  private onAnswer(answer: SmtpAnswer | undefined) {
    if (answer === undefined) return this.destroy('protocol')
    const isYes = answer.code < 400
    switch (this.stage) {
      case 'mail':
        return isYes ? this.nameRecipient() : this.onSenderRefused(answer)
      case 'rcpt':
        return isYes ? this.askForData() : this.onRecipientRefused(answer)
      case 'data':
        return this.onReadiness(answer)
      case 'body':
      case 'verdict':
        return this.onVerdict(answer)
      case 'reset':
        if (!isYes) this.drop()
        return this.finish(this.refusal as RawOutcome)
      case 'idle':
      case 'opening':
        // Unsolicited; usually the server's idle timeout.
        return this.drop()
    }
  }

  private nameRecipient() {
    this.stage = 'rcpt'
    const { socket, canPipeline } = this.connection as SmtpConnection
    if (!canPipeline) socket.write(recipientLine((this.mail as RawMail).to))
  }

  private askForData() {
    this.stage = 'data'
    const { socket, canPipeline } = this.connection as SmtpConnection
    if (!canPipeline) socket.write('DATA\r\n')
  }

  private onSenderRefused(answer: SmtpAnswer) {
    this.drop()
    if (isGoodbye(answer) && this.isReused()) return this.open()
    this.finish(outcomeOfRefusal('MAIL FROM', answer))
  }

  private onRecipientRefused(answer: SmtpAnswer) {
    const { canPipeline } = this.connection as SmtpConnection
    this.refusal = outcomeOfRefusal('RCPT TO', answer)
    if (isGoodbye(answer)) return this.giveUp(this.refusal)
    // The answer to DATA is still coming.
    if (canPipeline) this.stage = 'data'
    else this.reset()
  }

  private onReadiness(answer: SmtpAnswer) {
    const isReady = answer.code < 400
    if (this.refusal !== undefined) {
      // The server would accept a mail without recipients.
      if (isReady || isGoodbye(answer)) return this.giveUp(this.refusal)
      return this.reset()
    }
    if (isReady) return this.sendBody()
    this.refusal = outcomeOfRefusal('DATA', answer)
    if (isGoodbye(answer)) this.giveUp(this.refusal)
    else this.reset()
  }

  private sendBody() {
    const { mail } = this
    const { bytes, isStillMine } = mail as RawMail
    // From here on, only hanging up can stop the mail.
    if (!isStillMine()) return this.giveUp({ kind: 'too-late' })
    this.stage = 'body'
    const { socket } = this.connection as SmtpConnection
    socket.cork()
    socket.write(withDotsDoubled(bytes))
    socket.write('.\r\n', (error) => {
      // The server can't accept it before it is sent.
      if (!error && this.mail === mail && this.stage === 'body') this.stage = 'verdict'
    })
    socket.uncork()
  }

  private onVerdict(answer: SmtpAnswer) {
    const isTaken = answer.code < 300
    const outcome: RawOutcome = isTaken ? { kind: 'sent' } : outcomeOfRefusal('DATA', answer)
    if (isGoodbye(answer)) this.drop()
    else if (this.mailsOnConnection >= MAILS_PER_CONNECTION) this.quit()
    this.finish(outcome)
  }

  private reset() {
    this.stage = 'reset'
    const { socket } = this.connection as SmtpConnection
    socket.write('RSET\r\n')
  }

  private giveUp(outcome: RawOutcome) {
    this.drop()
    this.finish(outcome)
  }

  private onSilence() {
    if (this.isIdle) this.quit()
    // Some servers scan a mail for a long time before they accept it. Hanging up and retrying would send it twice.
    else if (this.stage !== 'verdict') this.destroy('timeout')
  }

  private onTooLong() {
    if (this.isIdle) return this.quit()
    const longerMs = this.stage === 'verdict' ? this.leftMs() - RECORDS_WITHIN_MS : 0
    if (longerMs <= 0) return this.destroy('timeout')
    this.longer = setTimeout(() => this.destroy('timeout'), longerMs)
  }

  private leftMs() {
    return this.mail?.leftMs?.() ?? 0
  }

  private onLost() {
    this.forget()
    if (!this.isIdle) this.lose('dropped')
  }

  private lose(reason: string) {
    switch (this.stage) {
      case 'mail':
        // Most likely closed while idle, before the server read anything of this mail.
        if (reason === 'dropped' && this.isReused()) return this.open()
        return this.finish({ kind: 'away', reason })
      case 'idle':
      case 'opening':
        return this.finish({ kind: 'away', reason })
      case 'rcpt':
      case 'data':
      case 'body':
        return this.finish({ kind: 'later', reason })
      case 'verdict':
        return this.finish({ kind: 'perhaps', reason })
      case 'reset':
        return this.finish(this.refusal as RawOutcome)
    }
  }

  private isReused() {
    return this.mailsOnConnection > 1
  }

  private drop() {
    const { opener } = this
    this.forget()
    opener?.destroy()
  }

  private forget() {
    this.opener = undefined
    this.connection = undefined
  }

  private finish(outcome: RawOutcome) {
    const { onDone } = this
    clearTimeout(this.longer)
    this.stage = 'idle'
    this.mail = undefined
    this.refusal = undefined
    onDone(outcome)
  }
}

function recipientLine(to: string) {
  return `RCPT TO:<${to}>\r\n`
}

function isAscii(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII
  return /^[\x00-\x7f]*$/.test(text)
}
