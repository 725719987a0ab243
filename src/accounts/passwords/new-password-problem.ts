import { passwordProblem } from '../../domain/account/password-rule.ts'
import commonPasswords from './common-passwords.txt?raw'

export const PASSWORD_TOO_COMMON = 'This password is too common. Please choose another.'

/** A-07, and not one of the most common passwords. Returns what is wrong, or undefined. */
export function newPasswordProblem(password: string): string | undefined {
  return passwordProblem(password) ?? (COMMON.has(folded(password)) ? PASSWORD_TOO_COMMON : undefined)
}

const COMMON: ReadonlySet<string> = new Set(commonPasswords.trimEnd().split('\n').map(folded))

/** Capitals and full-width letters don't make a password harder to guess. */
function folded(password: string) {
  return password.normalize('NFKC').toLowerCase()
}
