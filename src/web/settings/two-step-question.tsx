import { useEffect, useRef } from 'react'
import type { AccountSettings } from '../../contract/own-account.ts'
import type { AppToAdd, OwnSecondFactor } from '../../contract/second-factor.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { type Fields, useForm } from '../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../ui/parts/asking-dialog.tsx'
import { makePasskey } from '../account/passkeys.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import { AccountName } from './account-name.tsx'

type Settings = AccountSettings['data']

export type Question =
  | { kind: 'set-up-app' | 'remove-app' | 'add-passkey' | 'new-codes' | 'turn-off' }
  | { kind: 'remove-passkey'; id: number; name: string }

const WORDS: Record<
  Question['kind'],
  { question: string; explains: string; yes: string; busyYes: string; isHarmless: boolean }
> = {
  'set-up-app': {
    question: 'Set up an authenticator app?',
    explains:
      'Enter your password to continue. An app you added before stops working once the new one is confirmed.',
    yes: 'Continue',
    busyYes: 'Checking…',
    isHarmless: true,
  },
  'remove-app': {
    question: 'Remove your authenticator app?',
    explains: 'Its codes stop working. If it is your only method, two-step sign-in is turned off.',
    yes: 'Remove app',
    busyYes: 'Removing…',
    isHarmless: false,
  },
  'add-passkey': {
    question: 'Add a passkey?',
    explains: 'Your browser asks where to store it. Give it a name so you can tell it apart.',
    yes: 'Add passkey',
    busyYes: 'Waiting for your passkey…',
    isHarmless: true,
  },
  'remove-passkey': {
    question: 'Remove this passkey?',
    explains: 'It stops working here. If it is your only method, two-step sign-in is turned off.',
    yes: 'Remove passkey',
    busyYes: 'Removing…',
    isHarmless: false,
  },
  'new-codes': {
    question: 'Create new recovery codes?',
    explains: 'Your current codes stop working.',
    yes: 'Create new codes',
    busyYes: 'Creating…',
    isHarmless: true,
  },
  'turn-off': {
    question: 'Turn off two-step sign-in?',
    explains: 'Your app, passkeys and recovery codes are removed, and you sign in with your password alone.',
    yes: 'Turn off',
    busyYes: 'Turning off…',
    isHarmless: false,
  },
}

interface Asking {
  settings: Settings
  onClose: () => void
  onApp: (app: AppToAdd['data']) => void
  onChanged: (answer: OwnSecondFactor, words: string) => void
}

export function PasswordDialog({
  question,
  onClose,
  ...asking
}: Asking & { question: Question | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question !== undefined) dialog.current?.showModal()
    else dialog.current?.close()
  }, [question])
  return (
    <AskingDialog
      ref={dialog}
      question={question === undefined ? 'Two-step sign-in' : WORDS[question.kind].question}
      onClose={onClose}
    >
      {question !== undefined && <PasswordQuestion question={question} onClose={onClose} {...asking} />}
    </AskingDialog>
  )
}

function PasswordQuestion({
  question,
  settings,
  onClose,
  onApp,
  onChanged,
}: Asking & { question: Question }) {
  const { uid, email } = settings
  const form = useForm({
    async send(fields) {
      const errors = {
        ...(question.kind === 'add-passkey' && !fields.name?.trim() && { name: 'Please enter a name' }),
        ...(!fields.pass && { pass: PASSWORD_MISSING }),
      }
      if (Object.keys(errors).length > 0) return { message: '', errors }
      const refused = await act(fields)
      if (refused === undefined) onClose()
      return refused
    },
  })

  async function act({ pass = '', name = '' }: Fields): Promise<Refusal | undefined> {
    switch (question.kind) {
      case 'set-up-app': {
        const started = await callAccount('POST /api/user/:uid/second-factor/app', { uid, pass })
        if (started.kind === 'refused') return started
        onApp(started.answer.data)
        return undefined
      }
      case 'add-passkey':
        return addPasskey({ pass, name })
      case 'remove-app':
        return settled(
          await callAccount('POST /api/user/:uid/second-factor/app/remove', { uid, pass }),
          'Your authenticator app was removed.',
        )
      case 'remove-passkey': {
        const of = { uid, passkey: question.id, pass }
        return settled(
          await callAccount('POST /api/user/:uid/second-factor/passkeys/:passkey/remove', of),
          `The passkey “${question.name}” was removed.`,
        )
      }
      case 'new-codes':
        return settled(
          await callAccount('POST /api/user/:uid/second-factor/recovery-codes', { uid, pass }),
          'You have new recovery codes.',
        )
      case 'turn-off':
        return settled(
          await callAccount('POST /api/user/:uid/second-factor/off', { uid, pass }),
          'Two-step sign-in is off.',
        )
    }
  }

  async function addPasskey({ pass, name }: { pass: string; name: string }) {
    const options = await callAccount('POST /api/user/:uid/second-factor/passkeys/options', { uid, pass })
    if (options.kind === 'refused') return options
    const made = await makePasskey(options.answer.data)
    if (made.kind === 'failed') return { message: made.message, errors: {} }
    const { clientDataJSON, attestationObject, transports } = made.value.response
    const { id, rawId, type } = made.value
    const credential = {
      id,
      rawId,
      type: type as 'public-key',
      response: { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) },
      clientExtensionResults: {},
    }
    return settled(
      await callAccount('POST /api/user/:uid/second-factor/passkeys', { uid, name, credential }),
      `The passkey “${name.trim()}” was added.`,
    )
  }

  function settled(
    called: { kind: 'done'; answer: OwnSecondFactor } | ({ kind: 'refused' } & Refusal),
    words: string,
  ): Refusal | undefined {
    if (called.kind === 'refused') return called
    onChanged(called.answer, words)
    return undefined
  }

  const { question: words, explains, ...rest } = WORDS[question.kind]
  return (
    <AskingForm form={form} question={words} no="Cancel" onNo={onClose} {...rest}>
      <p>{explains}</p>
      {question.kind === 'add-passkey' && (
        <TextField
          {...form.field('name')}
          label="Name of the passkey"
          hint="For example: laptop or blue key."
          autoComplete="off"
          required
          maxLength={60}
        />
      )}
      <AccountName email={email} />
      <PasswordField {...form.field('pass')} label="Your password" autoComplete="current-password" />
    </AskingForm>
  )
}
