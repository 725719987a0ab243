import { parseUrl } from '../parse-url.ts'

const LONGEST = 254

/**
 * An address as it is kept and compared: one address, one account, however it is typed. Undefined for what no mail
 * could be sent to. The checks are few on purpose: whether an address exists, only a mail to it tells.
 */
export function emailAddress(typed: string): string | undefined {
  const [local, domain, ...rest] = normalised(typed).split('@')
  if (local === undefined || local === '' || domain === undefined || rest.length > 0) return undefined
  const host = hostOf(domain)
  const email = `${local}@${host}`
  const isSendable =
    host !== undefined && !/[\s\p{Cc}\p{Cf}\p{Cs}",:;<>()[\]\\]/u.test(local) && email.length <= LONGEST
  return isSendable ? email : undefined
}

/** What somebody signs in by: case, width and invisible characters make no other name. */
export function normalised(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

/** The domain as mail servers know it: international names in their ASCII form, and at least two labels. */
function hostOf(domain: string): string | undefined {
  const url = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) ? parseUrl(`http://${domain}`) : undefined
  if (url === undefined) return undefined
  const host = url.hostname.replace(/\.$/, '')
  const isDomain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
  return isDomain ? host : undefined
}
