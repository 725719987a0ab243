import { parseUrl } from '../parse-url.ts'
import { normalised } from './email-address.ts'

/** whether a name is an address of the provider's own people, who sign in by single sign-on alone. */
export function isStaffAddress(name: string, staffDomains: readonly string[]): boolean {
  const domains = normalised(name).split('@').slice(1).map(asciiDomain)
  return staffDomains
    .map((domain) => asciiDomain(normalised(domain)))
    .some((staff) => domains.some((domain) => domain === staff || domain.endsWith(`.${staff}`)))
}

/** However a domain is written, in one way: international labels in ASCII, no dot at its end. */
function asciiDomain(domain: string): string {
  const host = parseUrl(`http://${domain}`)?.hostname ?? domain
  return host.replace(/\.+$/, '')
}

/** Also of an account that is older than the domain's being one of staff. Staff without an address have no password. */
export function isStaffAccount(account: { email: string | null }, staffDomains: readonly string[]): boolean {
  return account.email !== null && isStaffAddress(account.email, staffDomains)
}
