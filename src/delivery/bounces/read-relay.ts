import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { MINUTE_MS } from '../../domain/time.ts'

export interface BounceReport {
  email: string
  /** A code, without the address. */
  reason: string
}

export type RelayOutcome =
  /**
   * `token` makes the message count only once. The signature only covers the token, so anyone could replay
   * it with another body.
   */
  { kind: 'read'; reports: BounceReport[]; token?: string } | { kind: 'forged' } | { kind: 'unreadable' }

/** Older messages may be replays. Relays retry for hours, but sign each retry again or sign no time. */
const SIGNED_WITHIN_MS = 30 * MINUTE_MS

/** Postmark doesn't sign. It sends the user name and password from the webhook's URL (`user:password`). */
export function readPostmark(of: {
  body: Buffer
  authorization: string | undefined
  credentials: string
}): RelayOutcome {
  const expected = `Basic ${Buffer.from(of.credentials).toString('base64')}`
  if (!isSame(of.authorization ?? '', expected)) return { kind: 'forged' }
  const event = parsed(of.body)
  if (!isObject(event)) return { kind: 'unreadable' }
  const { RecordType, Type, Email } = event
  if (RecordType === 'SpamComplaint') return reported([[Email, 'complaint']])
  const isHard = RecordType === 'Bounce' && (Type === 'HardBounce' || Type === 'BadEmailAddress')
  return reported(isHard ? [[Email, 'bounce']] : [])
}

/** Mailgun signs the time and the token, both from the body, with a key of the account. */
export function readMailgun({ body, key, now }: { body: Buffer; key: string; now: Date }): RelayOutcome {
  const posted = parsed(body)
  if (!isObject(posted)) return { kind: 'unreadable' }
  const { signature: signed, 'event-data': event } = posted
  if (!isObject(signed) || !isObject(event)) return { kind: 'unreadable' }
  const { timestamp, token, signature } = signed
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  if (!isSame(String(signature), expected) || !isRecent(String(timestamp), now)) return { kind: 'forged' }
  const once = { token: String(token) }
  if (event.event === 'complained') return { ...reported([[event.recipient, 'complaint']]), ...once }
  // Other failures are about us, such as our reputation, or are timeouts.
  const isHard = event.event === 'failed' && event.severity === 'permanent' && event.reason === 'bounce'
  return { ...reported(isHard ? [[event.recipient, 'bounce']] : []), ...once }
}

/** SendGrid signs the time and the body with ECDSA. Its public key is in DER, in base64. */
export function readSendgrid(of: {
  body: Buffer
  signature: string | undefined
  timestamp: string | undefined
  publicKey: string
  now: Date
}): RelayOutcome {
  const { body, signature = '', timestamp = '', publicKey, now } = of
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  const isSigned = verify('sha256', signed, key, Buffer.from(signature, 'base64'))
  if (!isSigned || !isRecent(timestamp, now)) return { kind: 'forged' }
  const events = parsed(body)
  if (!Array.isArray(events)) return { kind: 'unreadable' }
  return reported(
    events.filter(isObject).flatMap(({ event, type, email }): [unknown, string][] => {
      if (event === 'spamreport') return [[email, 'complaint']]
      // A block is about us or temporary.
      return event === 'bounce' && type !== 'blocked' ? [[email, 'bounce']] : []
    }),
  )
}

/** A message from SES through SNS. Notifications and configuration set events have the same fields. */
export function readSes(message: string): RelayOutcome {
  const event = parsed(Buffer.from(message))
  if (!isObject(event)) return { kind: 'unreadable' }
  const kind = event.notificationType ?? event.eventType
  const { bounce, complaint } = event
  if (kind === 'Complaint' && isObject(complaint))
    return reported(addresses(complaint.complainedRecipients, 'complaint'))
  const isHard = kind === 'Bounce' && isObject(bounce) && bounce.bounceType === 'Permanent'
  return reported(isHard ? addresses(bounce.bouncedRecipients, 'bounce') : [])
}

function addresses(recipients: unknown, reason: string): [unknown, string][] {
  if (!Array.isArray(recipients)) return []
  return recipients.filter(isObject).map(({ emailAddress }) => [emailAddress, reason])
}

function reported(found: readonly (readonly [unknown, string])[]) {
  const reports = found.flatMap(([email, reason]) => (typeof email === 'string' ? [{ email, reason }] : []))
  return { kind: 'read' as const, reports }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function isRecent(seconds: string, now: Date) {
  // Only digits: other number formats would allow moving characters from the token to the time.
  return /^\d{10}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1000) <= SIGNED_WITHIN_MS
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
