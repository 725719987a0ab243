import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { forgetSession } from '../../ui/account/session.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../ui/parts/asking-dialog.tsx'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import danger from '../../ui/parts/danger-button.module.css'
import { showToast } from '../../ui/toast/toast.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { AccountName } from './account-name.tsx'
import { SettingsSection } from './settings-section.tsx'

const ACCOUNT_DELETED = 'Your account was deleted.'
const QUESTION = 'Delete your account?'

export function DeleteSection({ settings }: { settings: AccountSettings['data'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [round, setRound] = useState(0)
  return (
    <SettingsSection
      name="delete"
      intro={`Your account is deleted immediately, with your email address, settings, subscriptions and all sessions. ${settings.is_staff ? 'Your work stays, without your name. Your next employee login opens the account again, without this data.' : 'This can’t be undone.'}`}
    >
      <button
        type="button"
        className={`button ${danger.danger}`}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Delete account…
      </button>
      {/* Reopening starts with an empty form. */}
      <AskingDialog ref={dialog} question={QUESTION} onClose={() => setRound(round + 1)}>
        <DeleteForm key={round} settings={settings} onCancel={() => dialog.current?.close()} />
      </AskingDialog>
    </SettingsSection>
  )
}

function DeleteForm({
  settings: { uid, email, has_password },
  onCancel,
}: {
  settings: AccountSettings['data']
  onCancel: () => void
}) {
  const navigate = useNavigate()
  const form = useForm({
    async send({ pass = '' }) {
      if (has_password && pass === '') return { message: '', errors: { pass: PASSWORD_MISSING } }
      const called = await callAccount('POST /api/user/:uid/delete', has_password ? { uid, pass } : { uid })
      if (called.kind === 'refused') return called
      forgetSession('asked')
      navigate('/')
      showToast(ACCOUNT_DELETED)
      return undefined
    },
  })
  return (
    <AskingForm
      form={form}
      question={QUESTION}
      no="Keep account"
      yes="Delete account"
      busyYes="Deleting…"
      onNo={onCancel}
    >
      <p>
        {email === null ? (
          'The account'
        ) : (
          <strong>
            <BreakableAddress address={email} />
          </strong>
        )}{' '}
        and everything in it is deleted immediately. This can’t be undone.
      </p>
      {has_password && (
        <>
          <AccountName email={email} />
          <PasswordField {...form.field('pass')} label="Your password" autoComplete="current-password" />
        </>
      )}
    </AskingForm>
  )
}
