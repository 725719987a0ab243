import { PasswordField } from './password-field.tsx'
import type { FormState } from './use-form.ts'

/** a password that is chosen, twice. */
export function NewPasswordFields({ form, label = 'Password' }: { form: FormState; label?: string }) {
  return (
    <>
      <PasswordField
        {...form.field('pass')}
        label={label}
        hint="At least 5 characters, one uppercase letter, one number."
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirm')} label={`Confirm ${label}`} autoComplete="new-password" />
    </>
  )
}
