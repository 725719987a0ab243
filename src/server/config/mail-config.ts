import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { emailAddress } from '../../domain/account/email-address.ts'
import type { MailRates } from '../../domain/notifying/mail-rates.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import type { Sender } from '../../mail/mail-message.ts'
import { toList, WrongValue } from './values.ts'

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
