import { createHash } from 'node:crypto'
import { emailAddress, normalised } from '../../domain/account/email-address.ts'
import { username } from '../user-name.ts'

/**
 * What somebody typed as a name or an address, whether or not it is anybody's: in the form that accounts are looked up
 * by, so that no other spelling has a counter of its own. Counters do not keep it readable.
 */
export function subjectOfName(typed: string): string {
  const name = emailAddress(typed) ?? username(typed) ?? normalised(typed)
  return createHash('sha256').update(name).digest('base64url')
}
