import { parseUrl } from '../parse-url.ts'

const LONGEST = 254

/**
 * In the form that is stored and compared. Undefined if mail can't be sent to it. It checks little on
 * purpose: only a mail can tell whether an address exists.
 */
export function emailAddress(typed: string): string | undefined {
  const [local, domain, ...rest] = normalized(typed).split('@')
  if (local === undefined || local === '' || domain === undefined || rest.length > 0) return undefined
  const host = hostOf(domain)
  const email = `${local}@${host}`
  const isSendable =
    host !== undefined && !/[\s\p{Cc}\p{Cf}\p{Cs}",:;<>()[\]\\]/u.test(local) && email.length <= LONGEST
  return isSendable ? email : undefined
}

export function normalized(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

/**
 * `kim+anything@` reaches the same mailbox as `kim@`, and Gmail also ignores dots. For limits and refusals only: a
 * provider may treat them as different people.
 */
export function mailboxOf(email: string): string {
  const [, name = email, domain = ''] = /^(.[^+@]*)[^@]*@(.*)$/.exec(email) ?? []
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

function hostOf(domain: string): string | undefined {
  const url = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) ? parseUrl(`http://${domain}`) : undefined
  if (url === undefined) return undefined
  const host = url.hostname.replace(/\.$/, '')
  const isDomain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
  return isDomain ? host : undefined
}
