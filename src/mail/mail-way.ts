import { isIP } from 'node:net'
import { type ReturnPath, returnPathWay } from './bounce-address.ts'
import { type DkimKey, signingWay } from './dkim.ts'
import type { MailWay } from './mail-message.ts'
import { openOutbox } from './open-outbox.ts'
import type { SmtpLimits } from './open-smtp-connection.ts'
import { openSmtpLanes } from './smtp-lanes.ts'

export interface MailWayOptions {
  /** Absent: mail is written to `outboxDir`. */
  smtpUrl: string | undefined
  outboxDir: string
  publicUrl: string
  connections: number
  clock: () => Date
  report: (line: string) => void
  limits?: SmtpLimits | undefined
  dkim?: DkimKey | undefined
  /** Absent: bounces go to the sender's address. */
  returnPath?: ReturnPath | undefined
}

export function openMailWay({ smtpUrl, outboxDir, publicUrl, ...options }: MailWayOptions): MailWay {
  const { connections, limits, report, clock, dkim, returnPath } = options
  if (smtpUrl === undefined) return openOutbox({ dir: outboxDir, report, clock })
  const lanes = openSmtpLanes({ url: smtpUrl, host: mailHost(publicUrl), connections, limits })
  const signed = dkim === undefined ? lanes : signingWay(lanes, dkim)
  return returnPath === undefined ? signed : returnPathWay(signed, { ...returnPath, clock })
}

/** Mail doesn't allow bare IP addresses as hosts. Only a site on a local machine has one. */
export function mailHost(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isNumber ? 'localhost' : hostname
}
