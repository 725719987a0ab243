import type { AccountSettings } from '../../contract/own-account.ts'
import { emailProblem } from '../../domain/account/account-forms.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../account/call-account.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { useRoot } from '../shell/use-root.ts'
import { AccountName } from './account-name.tsx'
import styles from './email-section.module.css'
import { EmailState } from './email-state.tsx'
import { SavingForm } from './saving-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { refusedIfWrong, useSavingForm } from './use-saving-form.ts'

type Settings = AccountSettings['data']

/** a new address counts once its owner has confirmed it. */
export function EmailSection({ settings, onChange }: { settings: Settings; onChange: () => void }) {
  const { email, is_verified, pending_email, has_password } = settings
  return (
    <SettingsSection
      id="email"
      intro={
        has_password ? undefined : 'Your email address comes from the employee login. It is changed there.'
      }
    >
      {email !== null && <EmailState email={email} isVerified={is_verified} />}
      {email !== null && !is_verified && (
        <p className={styles.todo}>Open the link in the verification email that was sent to it.</p>
      )}
      {pending_email !== null && (
        <p className={`${tones.tone} ${styles.pending}`} data-tone="planned">
          <StateShape tone="planned" />
          <span>
            Waiting for <strong>{pending_email}</strong>: open the link that was sent there. It counts once it
            is confirmed. To have the link sent again, enter the address again.
          </span>
        </p>
      )}
      {has_password && <ChangeEmail settings={settings} onChange={onChange} />}
    </SettingsSection>
  )
}

function ChangeEmail({ settings: { uid, email }, onChange }: { settings: Settings; onChange: () => void }) {
  const { provider } = useRoot().global
  const saving = useSavingForm(async ({ email: typed = '', pass = '' }) => {
    const wrong = refusedIfWrong({
      ...errorAt('email', emailProblem(typed, provider)),
      ...errorAt('pass', pass === '' ? PASSWORD_MISSING : undefined),
    })
    if (wrong !== undefined) return wrong
    const called = await callAccount('POST /api/user/:uid/email', { uid, email: typed.trim(), pass })
    if (called.kind === 'refused') return called
    saving.form.form.current?.reset()
    onChange()
    return { kind: 'done', said: called.answer.data.message }
  })
  return (
    <SavingForm saving={saving} label="Change your email" words="Change email">
      <TextField
        {...saving.form.field('email')}
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint="A link is sent there. Until you open it, your present address stays."
      />
      <AccountName email={email} />
      <PasswordField
        {...saving.form.field('pass')}
        label="Current password"
        autoComplete="current-password"
      />
    </SavingForm>
  )
}

function errorAt(field: string, problem: string | undefined) {
  return problem === undefined ? {} : { [field]: problem }
}
