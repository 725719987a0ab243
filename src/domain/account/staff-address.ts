import { parseUrl } from '../parse-url.ts'
import { normalized } from './email-address.ts'

/** whether a name is a staff address. Staff sign in by single sign-on only. */
export function isStaffAddress(name: string, staffDomains: readonly string[]): boolean {
  const domains = normalized(name).split('@').slice(1).map(asciiDomain)
  return staffDomains
    .map((domain) => asciiDomain(normalized(domain)))
    .some((staff) => domains.some((domain) => domain === staff || domain.endsWith(`.${staff}`)))
}

function asciiDomain(domain: string): string {
  const host = parseUrl(`http://${domain}`)?.hostname ?? domain
  return host.replace(/\.+$/, '')
}

/** Includes accounts created before their domain became a staff domain. Staff without an address have no password. */
export function isStaffAccount(account: { email: string | null }, staffDomains: readonly string[]): boolean {
  return account.email !== null && isStaffAddress(account.email, staffDomains)
}
