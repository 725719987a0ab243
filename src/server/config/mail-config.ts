import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BounceMailbox } from '../../delivery/bounces/start-bounce-mailbox.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { MailRates } from '../../domain/notifying/mail-rates.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { LONGEST_BOUNCE_LOCAL_PART } from '../../mail/bounce-address.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import type { Sender } from '../../mail/mail-message.ts'
import { toList, toUrl, WrongValue } from './values.ts'

export function toSender(value: string | undefined): Sender | undefined {
  if (value === undefined) return undefined
  const [, name, bracketed] = value.match(/^([^<>\p{Cc}]*)<([^<>]+)>$/u) ?? []
  const address = emailAddress(bracketed ?? value)
  if (address === undefined) {
    throw new WrongValue(
      `MAIL_FROM must be an address such as trust@example.com or Example Trust <trust@example.com>, not "${value}".`,
    )
  }
  return { name: name?.replaceAll('"', '').trim() || undefined, address }
}

/** All three or none. The key is read now, so that a wrong one fails the start rather than the delivery. */
export function toDkim(read: (name: string) => string | undefined): DkimKey | undefined {
  const domain = read('DKIM_DOMAIN')
  const selector = read('DKIM_SELECTOR')
  const file = read('DKIM_KEY_FILE')
  if (domain === undefined && selector === undefined && file === undefined) return undefined
  if (domain === undefined || selector === undefined || file === undefined)
    throw new WrongValue(
      'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together: set all of them or none.',
    )
  return { domain, selector, privateKey: toRsaKey(file) }
}

function toRsaKey(file: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(readFileSync(file))
  } catch {
    // Reported below, without the file's content.
  }
  if (key?.asymmetricKeyType !== 'rsa')
    throw new WrongValue(`DKIM_KEY_FILE must be a file with an RSA private key in PEM form, not "${file}".`)
  return key
}

export function toMailRates(overAll: string | undefined, domains: string | undefined): MailRates {
  const pairs = new Map(toList(domains).map(toDomainRate))
  const toOthers = pairs.get(EVERY_OTHER_DOMAIN)
  pairs.delete(EVERY_OTHER_DOMAIN)
  const rate = overAll === undefined ? undefined : toRate(overAll)
  if (Number.isNaN(rate))
    throw new WrongValue(`MAIL_RATE must be a number of mails per second above 0, not "${overAll}".`)
  return { overAll: rate, byDomain: pairs, toOthers }
}

const EVERY_OTHER_DOMAIN = '*'

function toDomainRate(pair: string): [string, number] {
  const [domain = '', value = '', ...rest] = pair.split('=').map((part) => part.trim())
  const isDomain = domain === EVERY_OTHER_DOMAIN || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain)
  const rate = toRate(value)
  if (!isDomain || Number.isNaN(rate) || rest.length > 0) {
    throw new WrongValue(
      `MAIL_DOMAIN_RATES must be pairs domain=mails per second separated by commas, such as gmail.com=20,*=50, not "${pair}".`,
    )
  }
  return [domain.toLowerCase(), rate]
}

/** NaN if invalid. */
function toRate(value: string) {
  const rate = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0
  return rate > 0 ? rate : Number.NaN
}

/** A relay without its setting has no webhook here. */
export interface BounceConfig {
  /** The envelope sender, extended by a token for each recipient. Absent: the sender's address. */
  address: string | undefined
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
