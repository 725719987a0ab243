import type { SiteProvider } from '../../edition.ts'
import { uriOf } from '../uri-of.ts'

/** Undefined if the provider has no address at all. */
export function securityContact({
  security_contact: set,
  feedback_email: mailbox,
}: Pick<SiteProvider, 'security_contact' | 'feedback_email'>): string | undefined {
  if (MAILTO.test(set)) return set
  return uriOf(set) ?? (MAILTO.test(`mailto:${mailbox}`) ? `mailto:${mailbox}` : undefined)
}

/** Excludes anything that could start a new line. */
const MAILTO = /^mailto:[!-~]+@[!-~]+$/
