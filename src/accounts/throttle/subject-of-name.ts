import { createHash } from 'node:crypto'
import { normalised } from '../../domain/account/email-address.ts'

/** What somebody typed as a name or an address, whether or not it is anybody's; counters do not keep it readable. */
export function subjectOfName(typed: string): string {
  return createHash('sha256').update(normalised(typed)).digest('base64url')
}
