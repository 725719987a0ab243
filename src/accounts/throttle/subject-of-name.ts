import { createHash } from 'node:crypto'
import { emailAddress, normalized } from '../../domain/account/email-address.ts'
import { username } from '../user-name.ts'

/**
 * Normalized like the account lookup, so that other spellings share one counter. Counters store only a
 * digest.
 */
export function subjectOfName(typed: string): string {
  const name = emailAddress(typed) ?? username(typed) ?? normalized(typed)
  return createHash('sha256').update(name).digest('base64url')
}
