import { normalized } from '../domain/account/email-address.ts'

interface Named {
  display_name: string | null
  username: string | null
  email: string | null
}

export function userName({ display_name, username, email }: Named): string {
  return display_name ?? username ?? email ?? ''
}

export const USERNAME_RULE =
  'A username has 3 to 64 letters, digits, dots, hyphens or underscores, and starts with a letter or digit'

/**
 * In the form that is stored and compared. It can't contain an @, so it never collides with an address. Undefined if
 * invalid.
 */
export function username(typed: string): string | undefined {
  const name = normalized(typed)
  return /^[a-z0-9][a-z0-9._-]{2,63}$/.test(name) ? name : undefined
}
