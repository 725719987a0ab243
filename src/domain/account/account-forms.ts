import { PASSWORD_MISSING } from '../texts.ts'
import { emailAddress } from './email-address.ts'
import { passwordProblem } from './password-rule.ts'
import { isStaffAddress } from './staff-address.ts'

export interface Provider {
  name: string
  staff_domains: readonly string[]
}

export type FieldErrors<Field extends string> = { [F in Field]?: string }

/** */
export function checkSignIn(
  { name, pass }: { name: string; pass: string },
  provider: Provider,
): FieldErrors<'name' | 'pass'> {
  return found({ name: nameProblem(name, provider), pass: pass === '' ? PASSWORD_MISSING : undefined })
}

export function nameProblem(name: string, provider: Provider): string | undefined {
  if (name.trim() === '') return 'Please enter your Email or Username'
  return isStaffAddress(name, provider.staff_domains)
    ? `You are a member of ${provider.name} staff. Please use the Employee login below.`
    : undefined
}

export const WRONG_CODE = 'This code is wrong or was already used'

export function codeProblem(code: string): string | undefined {
  const digits = code.replace(/\s/g, '')
  if (digits === '') return 'Please enter the code'
  return /^\d{6}$/.test(digits) ? undefined : WRONG_CODE
}

/** */
export function checkSignUp(
  { email, pass, confirm }: { email: string; pass: string; confirm: string },
  provider: Provider,
): FieldErrors<'email' | 'pass' | 'confirm'> {
  return found({
    email: emailProblem(email, provider),
    pass: passwordProblem(pass),
    confirm: confirmProblem({ pass, confirm }),
  })
}

export function emailProblem(email: string, provider: Provider): string | undefined {
  if (email.trim() === '') return 'Please enter your Email'
  if (isStaffAddress(email, provider.staff_domains)) {
    return `${provider.name} staff should use Employee Login on the Sign In page.`
  }
  return emailAddress(email) === undefined ? 'Please enter a valid email address' : undefined
}

export function checkNewPassword(passwords: {
  pass: string
  confirm: string
}): FieldErrors<'pass' | 'confirm'> {
  return found({ pass: passwordProblem(passwords.pass), confirm: confirmProblem(passwords) })
}

function confirmProblem({ pass, confirm }: { pass: string; confirm: string }) {
  if (confirm === '') return 'Please confirm your Password'
  return confirm === pass ? undefined : 'The passwords do not match'
}

function found<Field extends string>(problems: Record<Field, string | undefined>): FieldErrors<Field> {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== undefined)
  return Object.fromEntries(wrong) as FieldErrors<Field>
}
