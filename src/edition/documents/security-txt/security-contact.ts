import type { SiteProvider } from '../../edition.ts'
import { uriOf } from '../uri-of.ts'

/** Where weaknesses are reported, as a URI. Undefined where the provider has given no address at all. */
export function securityContact({
  security_contact: set,
  feedback_email: mailbox,
}: Pick<SiteProvider, 'security_contact' | 'feedback_email'>): string | undefined {
  if (MAILTO.test(set)) return set
  return uriOf(set) ?? (MAILTO.test(`mailto:${mailbox}`) ? `mailto:${mailbox}` : undefined)
}

/** Nothing that could begin a line of its own. */
const MAILTO = /^mailto:[!-~]+@[!-~]+$/
