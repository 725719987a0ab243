import { normalised } from '../domain/account/email-address.ts'

export const USERNAME_RULE =
  'A username has 3 to 64 letters, digits, dots, hyphens or underscores, and starts with a letter or digit'

/** As it is kept and compared. It has no @, so it is never somebody's address. Undefined for what is none. */
export function username(typed: string): string | undefined {
  const name = normalised(typed)
  return /^[a-z0-9][a-z0-9._-]{2,63}$/.test(name) ? name : undefined
}
