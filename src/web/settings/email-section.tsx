import type { AccountSettings } from '../../contract/own-account.ts'
import { emailProblem } from '../../domain/account/account-forms.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { useRoot } from '../../ui/root-data.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import { AccountName } from './account-name.tsx'
import styles from './email-section.module.css'
import { CURRENT_PASSWORD_MISSING } from './password-section.tsx'
import { PendingNote } from './pending-note.tsx'
import { SavingForm } from './saving-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { refusedIfWrong, useSavingForm } from './use-saving-form.ts'

const NEW_EMAIL_MISSING = 'Please enter your new email'

type Settings = AccountSettings['data']

export function EmailSection({ settings, onChange }: { settings: Settings; onChange: () => void }) {
  const { email, is_verified, pending_email, has_password, is_staff } = settings
  return (
    <SettingsSection name="email" intro={introOf({ has_password, is_staff })}>
      {email !== null && <EmailState email={email} isVerified={is_verified} />}
      {email !== null && !is_verified && (
        <p className={styles.todo}>Open the link in the verification email we sent to it.</p>
      )}
      {pending_email !== null && (
        <PendingNote>
          Waiting for{' '}
          <strong>
            <BreakableAddress address={pending_email} />
          </strong>
          : open the link we sent there to confirm it. To get the link again, enter the address again.
        </PendingNote>
      )}
      {has_password && <ChangeEmail settings={settings} onChange={onChange} />}
    </SettingsSection>
  )
}

function introOf({ has_password, is_staff }: Pick<Settings, 'has_password' | 'is_staff'>) {
  if (is_staff) return 'Your email address comes from the employee login. Change it there.'
  return has_password
    ? undefined
    : 'To use another address, follow again with that one, or set a password first.'
}

function EmailState({ email, isVerified }: { email: string; isVerified: boolean }) {
  const tone = isVerified ? 'up' : 'degradation'
  return (
    <p className={styles.email}>
      <strong>
        <BreakableAddress address={email} />
      </strong>
      <span className={`${tones.tone} ${styles.state}`} data-tone={tone}>
        <StateShape tone={tone} />
        {isVerified ? 'Verified' : 'Not verified'}
      </span>
    </p>
  )
}

function ChangeEmail({
  settings: { uid, email, pending_email },
  onChange,
}: {
  settings: Settings
  onChange: () => void
}) {
  const { provider } = useRoot().global
  const saving = useSavingForm(async ({ email: typed = '', pass = '' }) => {
    const wrong = refusedIfWrong({
      ...errorAt('email', typed.trim() === '' ? NEW_EMAIL_MISSING : emailProblem(typed, provider)),
      ...errorAt('pass', pass === '' ? CURRENT_PASSWORD_MISSING : undefined),
    })
    if (wrong !== undefined) return wrong
    const called = await callAccount('POST /api/user/:uid/email', { uid, email: typed.trim(), pass })
    if (called.kind === 'refused') return called
    saving.form.form.current?.reset()
    onChange()
    return { kind: 'done', said: called.answer.data.message }
  })
  // A new password invalidates the link, so stop waiting for it.
  const said = pending_email === null ? undefined : saving.said
  return (
    <SavingForm saving={{ ...saving, said }} label="Change your email" words="Change email">
      <TextField
        {...saving.form.field('email')}
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint="We’ll send a link there. Your current address stays until you confirm."
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
