import type { MailWay, RawMail, RawOutcome } from './mail-message.ts'
import { connectionOptions, type SmtpLimits } from './open-smtp-connection.ts'
import { SmtpLane } from './smtp-lane.ts'

const LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetMs: 10_000,
  answerMs: 15_000,
  sendMs: 30_000,
  closeMs: 5_000,
}

export interface SmtpLanesOptions {
  url: string
  host: string
  connections: number
  limits?: SmtpLimits | undefined
}

/**
 * A server that never answers blocks only one connection. The caller decides when a connection takes its next
 * mail.
 */
export function openSmtpLanes({ url, host, connections, limits = LIMITS }: SmtpLanesOptions): MailWay {
  const connection = connectionOptions(url, { host, limits })
  const lanes = Array.from({ length: connections }, () => new SmtpLane({ connection, limits }))
  // Last in, first out, so that the others can close.
  const free = [...lanes]
  const waiting: { mail: RawMail; resolve: (outcome: RawOutcome) => void }[] = []
  let isClosed = false
  let onAllFree = () => {}

  function take(lane: SmtpLane, mail: RawMail, resolve: (outcome: RawOutcome) => void) {
    lane.send(mail, (outcome) => {
      resolve(outcome)
      const goOn = () => leave(lane)
      if (mail.recorded === undefined) goOn()
      // If recording failed, another worker has the mail by then. The connection is still good.
      else mail.recorded.then(goOn, goOn)
    })
  }

  function leave(lane: SmtpLane) {
    const next = waiting.shift()
    if (next !== undefined) return take(lane, next.mail, next.resolve)
    free.push(lane)
    if (free.length === lanes.length) onAllFree()
  }

  function sendRaw(mail: RawMail): Promise<RawOutcome> {
    return new Promise((resolve) => {
      if (isClosed) return resolve(CLOSED)
      const lane = free.pop()
      if (lane === undefined) waiting.push({ mail, resolve })
      else take(lane, mail, resolve)
    })
  }

  async function close() {
    isClosed = true
    for (const { resolve } of waiting.splice(0)) resolve(CLOSED)
    if (free.length < lanes.length) await allFreeWithin(limits.closeMs)
    for (const lane of lanes) lane.stop()
  }

  function allFreeWithin(closeMs: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, closeMs)
      onAllFree = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return { size: lanes.length, sendRaw, close }
}

const CLOSED = { kind: 'away', reason: 'closed' } as const
