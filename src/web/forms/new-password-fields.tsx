import { PASSWORD_REQUIREMENTS } from '../../domain/account/password-rule.ts'
import type { FormState } from '../../ui/forms/use-form.ts'
import { PasswordField } from './password-field.tsx'

export function NewPasswordFields({
  form,
  label = 'Password',
  confirmLabel = 'Confirm Password',
}: {
  form: FormState
  label?: string
  confirmLabel?: string
}) {
  return (
    <>
      <PasswordField
        {...form.field('pass')}
        label={label}
        hint={PASSWORD_REQUIREMENTS}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirm')} label={confirmLabel} autoComplete="new-password" />
    </>
  )
}
