import { verifierKeyText } from '../../../domain/log/checkpoint.ts'
import { CSAF_PROVIDER_PATH, LOG_PATH, SECURITY_TXT_PATH } from '../../../domain/machine-paths.ts'
import { keyOfLog } from '../../log/log-key.ts'
import { CSAF_PUBLIC_KEY_PATH } from '../csaf/csaf-family.ts'
import type { DocumentFamily, DocumentView } from '../document.ts'
import { securityContact } from './security-contact.ts'

/** RFC 9116 allows at most a year ahead. */
const HOLDS_FOR_MONTHS = 11

export const securityTxtFamily: DocumentFamily = {
  tag: 'Security advisories (CSAF)',
  routes: [
    {
      path: SECURITY_TXT_PATH,
      summary: 'security.txt: where to report vulnerabilities',
      type: 'text/plain; charset=utf-8',
      find: ({ site }) => {
        const contact = securityContact(site.provider)
        return contact === undefined
          ? undefined
          : { address: SECURITY_TXT_PATH, write: (view) => securityTxt(view, contact) }
      },
      addresses: ({ site }) => (securityContact(site.provider) === undefined ? [] : [SECURITY_TXT_PATH]),
    },
  ],
}

/** Unchanged for a whole month, so that nothing is fetched again just for its date. */
function securityTxt({ edition, now, publicUrl, signer }: DocumentView, contact: string) {
  const key = keyOfLog(edition.log)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${monthAfter(now, HOLDS_FOR_MONTHS).toISOString()}`,
    ...(signer === undefined ? [] : [`Encryption: ${publicUrl}${CSAF_PUBLIC_KEY_PATH}`]),
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${SECURITY_TXT_PATH}`,
    `CSAF: ${publicUrl}${CSAF_PROVIDER_PATH}`,
    // RFC 9116 allows comments, and no field is registered for it.
    ...(key === undefined
      ? []
      : [`# Public log: ${publicUrl}${LOG_PATH}`, `# Its key: ${verifierKeyText(key)}`]),
  ]
  return { body: `${lines.join('\n')}\n`, until: monthAfter(now, 1) }
}

function monthAfter(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
}
