import { Link } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { checkNewPassword } from '../../domain/account/account-forms.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { sessionChanged } from '../../ui/account/session.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { AccountName } from './account-name.tsx'
import { PendingNote } from './pending-note.tsx'
import { SavingForm } from './saving-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { refusedIfWrong, useSavingForm } from './use-saving-form.ts'

const CHANGED = 'Your password was changed. You are signed out on all other devices.'
const CHANGE_CANCELLED = 'Your email change was canceled. If you still want it, enter the new address again.'

type Settings = AccountSettings['data']

export function PasswordSection({ settings }: { settings: Settings }) {
  if (settings.is_staff) {
    return (
      <SettingsSection
        name="password"
        intro="You sign in with the employee login, so this site stores no password for you."
      />
    )
  }
  if (!settings.has_password) {
    return (
      <SettingsSection
        name="password"
        intro="You have no password: the links in our emails sign you in. With a password you can sign in at any time, and those links stop working."
      >
        <p>
          <Link className="button" to="/user/password">
            Set a password…
          </Link>
        </p>
      </SettingsSection>
    )
  }
  return (
    <SettingsSection
      name="password"
      intro="A new password signs you out on all other devices. This browser stays signed in."
    >
      {settings.pending_email !== null && <CancelsChange of={settings.pending_email} />}
      <ChangePassword settings={settings} />
    </SettingsSection>
  )
}

/** Because it may have been requested by someone with the old password. */
function CancelsChange({ of }: { of: string }) {
  return (
    <PendingNote>
      It also cancels the change of your email to{' '}
      <strong>
        <BreakableAddress address={of} />
      </strong>
      , which isn’t confirmed yet. To keep it, first open the link we sent there.
    </PendingNote>
  )
}

function ChangePassword({ settings: { uid, email, pending_email } }: { settings: Settings }) {
  const saving = useSavingForm(async ({ current = '', pass = '', confirm = '' }) => {
    const wrong = refusedIfWrong({
      ...(current === '' && { current: CURRENT_PASSWORD_MISSING }),
      ...checkNewPassword({ pass, confirm }),
      ...(pass === '' && { pass: 'Please enter a new password' }),
      ...(confirm === '' && { confirm: 'Please confirm your new password' }),
    })
    if (wrong !== undefined) return wrong
    const called = await callAccount('POST /api/user/:uid/password', { uid, current, pass })
    if (called.kind === 'refused') return called
    saving.form.form.current?.reset()
    sessionChanged()
    return { kind: 'done', said: pending_email === null ? CHANGED : `${CHANGED} ${CHANGE_CANCELLED}` }
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

/** Names the field, since the form has several passwords. */
export const CURRENT_PASSWORD_MISSING = 'Please enter your current password'
