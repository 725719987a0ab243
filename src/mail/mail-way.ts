import { isIP } from 'node:net'
import { type ReturnPath, returnPathWay } from './bounce-address.ts'
import { type DkimKey, signingWay } from './dkim.ts'
import { openOutbox } from './keep-in-outbox.ts'
import type { MailWay } from './mail-message.ts'
import type { SmtpLimits } from './open-smtp-connection.ts'
import { openSmtpLanes } from './smtp-lanes.ts'

export interface MailWayOptions {
  /** Absent: mail is kept in `outboxDir`. */
  smtpUrl: string | undefined
  outboxDir: string
  publicUrl: string
  /** To the mail server, at most. */
  connections: number
  clock: () => Date
  /** A plain line for the person who started the site. */
  report: (line: string) => void
  /** Absent: those of the real world. */
  limits?: SmtpLimits | undefined
  /** Absent: the mail server signs, or nobody does. */
  dkim?: DkimKey | undefined
  /** Absent: what cannot be delivered comes back to the sender's address. */
  returnPath?: ReturnPath | undefined
}

/** Out by the mail server of the configuration, or into a folder where there is none. */
export function openMailWay({ smtpUrl, outboxDir, publicUrl, ...options }: MailWayOptions): MailWay {
  const { connections, limits, report, clock, dkim, returnPath } = options
  if (smtpUrl === undefined) return openOutbox({ dir: outboxDir, report, clock })
  const lanes = openSmtpLanes({ url: smtpUrl, host: mailHost(publicUrl), connections, limits })
  const signed = dkim === undefined ? lanes : signingWay(lanes, dkim)
  return returnPath === undefined ? signed : returnPathWay(signed, { ...returnPath, clock })
}

/** Mail knows no bare numbers as hosts; a site that is reached by one is on somebody's desk. */
export function mailHost(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isNumber ? 'localhost' : hostname
}
