import type { AccountSettings } from '../../contract/own-account.ts'
import { checkNewPassword } from '../../domain/account/account-forms.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../account/call-account.ts'
import { sessionChanged } from '../account/session.ts'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { AccountName } from './account-name.tsx'
import { SavingForm } from './saving-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { refusedIfWrong, useSavingForm } from './use-saving-form.ts'

type Settings = AccountSettings['data']

/** whoever knew the old password is signed out by the new one. */
export function PasswordSection({ settings }: { settings: Settings }) {
  if (!settings.has_password) {
    return (
      <SettingsSection
        id="password"
        intro="You sign in with the employee login, so this site keeps no password of yours."
      />
    )
  }
  return (
    <SettingsSection
      id="password"
      intro="A new password signs you out everywhere else. This browser stays signed in."
    >
      <ChangePassword settings={settings} />
    </SettingsSection>
  )
}

function ChangePassword({ settings: { uid, email } }: { settings: Settings }) {
  const saving = useSavingForm(async ({ current = '', pass = '', confirm = '' }) => {
    const wrong = refusedIfWrong({
      ...(current === '' && { current: PASSWORD_MISSING }),
      ...checkNewPassword({ pass, confirm }),
    })
    if (wrong !== undefined) return wrong
    const called = await callAccount('POST /api/user/:uid/password', { uid, current, pass })
    if (called.kind === 'refused') return called
    saving.form.form.current?.reset()
    // The session of this browser is a new one.
    sessionChanged()
    return { kind: 'done', said: 'Your password is changed. You are signed out everywhere else.' }
  })
  return (
    <SavingForm saving={saving} label="Change your password" words="Change password">
      <AccountName email={email} />
      <PasswordField
        {...saving.form.field('current')}
        label="Current password"
        autoComplete="current-password"
      />
      <NewPasswordFields form={saving.form} label="New password" confirmLabel="Confirm new password" />
    </SavingForm>
  )
}
