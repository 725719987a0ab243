import { createPublicKey } from 'node:crypto'
import type { BounceMailbox } from '../../delivery/bounces/start-bounce-mailbox.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { LONGEST_BOUNCE_LOCAL_PART } from '../../mail/bounce-address.ts'
import { toList, toUrl, WrongValue } from './values.ts'

/** How the site learns of bounces and complaints. Without its setting, a relay has no webhook here. */
export interface BounceConfig {
  /** The envelope sender; each recipient gets a token in it. Absent: the sender's address. */
  address: string | undefined
  /** Where bounces arrive. Absent: they are not read. */
  mailbox: BounceMailbox | undefined
  /** `user:password` */
  postmark: string | undefined
  mailgunKey: string | undefined
  /** Base64 of the DER form, as SendGrid shows it. */
  sendgridKey: string | undefined
  sesTopics: readonly string[]
}

export function toBounces(read: (name: string) => string | undefined): BounceConfig {
  const postmark = read('BOUNCE_POSTMARK_AUTH')
  if (postmark !== undefined && !/^[^:]+:.{16,}$/.test(postmark))
    throw new WrongValue(
      'BOUNCE_POSTMARK_AUTH must be user:password, with a password of 16 characters or more.',
    )
  const sendgridKey = read('BOUNCE_SENDGRID_KEY')
  if (sendgridKey !== undefined && !isPublicKey(sendgridKey))
    throw new WrongValue('BOUNCE_SENDGRID_KEY must be the verification key as SendGrid shows it.')
  const sesTopics = toList(read('BOUNCE_SES_TOPICS'))
  for (const topic of sesTopics) {
    if (!/^arn:aws(-[a-z-]+)?:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/.test(topic))
      throw new WrongValue(
        `BOUNCE_SES_TOPICS must be ARNs of SNS topics separated by commas, not "${topic}".`,
      )
  }
  const address = toBounceAddress(read('BOUNCE_ADDRESS'))
  const mailbox = toMailbox(read('BOUNCE_IMAP_URL'))
  if (mailbox !== undefined && address === undefined)
    throw new WrongValue('BOUNCE_IMAP_URL needs BOUNCE_ADDRESS: the address whose mail arrives there.')
  return { address, mailbox, postmark, mailgunKey: read('BOUNCE_MAILGUN_KEY'), sendgridKey, sesTopics }
}

function toBounceAddress(value: string | undefined) {
  if (value === undefined) return undefined
  const address = emailAddress(value)
  const local = address?.slice(0, address.lastIndexOf('@'))
  if (address === undefined || !/^[a-z0-9._-]+$/.test(local ?? ''))
    throw new WrongValue(`BOUNCE_ADDRESS must be an address such as bounces@example.com, not "${value}".`)
  if (local !== undefined && local.length > LONGEST_BOUNCE_LOCAL_PART)
    throw new WrongValue(
      `BOUNCE_ADDRESS may have ${LONGEST_BOUNCE_LOCAL_PART} characters before the @: a token is added there.`,
    )
  return address
}

const IMAP_PORTS: Record<string, number> = { 'imap:': 143, 'imaps:': 993 }
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

function toMailbox(value: string | undefined): BounceMailbox | undefined {
  const url = parseUrl(toUrl('BOUNCE_IMAP_URL', value, ['imaps:', 'imap:']) ?? '')
  if (url === undefined) return undefined
  const { protocol, hostname, port, username, password, pathname } = url
  if (hostname === '' || username === '' || password === '')
    throw new WrongValue(
      'BOUNCE_IMAP_URL must name user, password and host: imaps://user:password@host/INBOX.',
    )
  const isSecure = protocol === 'imaps:'
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (IMAP_PORTS[protocol] ?? 0) : Number(port),
      encryption: isSecure ? 'from-start' : LOOPBACK.has(hostname) ? 'if-offered' : 'required',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    }
  } catch {
    throw new WrongValue('BOUNCE_IMAP_URL must be percent-encoded; "%" itself is written as %25.')
  }
}

function isPublicKey(base64: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
