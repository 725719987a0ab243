import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountSettings } from '../../contract/own-account.ts'
import type { AppToAdd, OwnSecondFactor } from '../../contract/second-factor.ts'
import { codeProblem } from '../../domain/account/account-forms.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../account/call-account.ts'
import { makePasskey, usePasskeysHere } from '../account/passkeys.ts'
import { AccountForm } from '../forms/account-form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import type { Refusal } from '../forms/posted.ts'
import { TextField } from '../forms/text-field.tsx'
import { type Fields, useForm } from '../forms/use-form.ts'
import { StateShape } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { Moment } from '../times/moment.tsx'
import { AccountName } from './account-name.tsx'
import { AskingDialog, AskingForm } from './asking-dialog.tsx'
import danger from './danger-button.module.css'
import state from './email-state.module.css'
import { NotLoaded } from './not-loaded.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { focusSection } from './ruled-section.tsx'
import { Said } from './said.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './two-step-section.module.css'
import { useAccountAnswer } from './use-account-answer.ts'

type Settings = AccountSettings['data']
type Factor = OwnSecondFactor['data']

/** What is asked about before it is done, by the password. */
type Question =
  | { kind: 'set-up-app' | 'remove-app' | 'add-passkey' | 'new-codes' | 'turn-off' }
  | { kind: 'remove-passkey'; id: number; name: string }

/** A second step after the password, for people who want it. */
export function TwoStepSection({ settings }: { settings: Settings }) {
  if (!settings.has_password) {
    return (
      <SettingsSection
        name="two-step"
        intro="You sign in with the employee login. Its second step is set up there."
      />
    )
  }
  if (!settings.is_verified) {
    return (
      <SettingsSection
        name="two-step"
        intro="Once your email address is verified, you can ask for a second step after your password."
      />
    )
  }
  return (
    <SettingsSection
      name="two-step"
      intro="Ask for a second step after your password: a code from an app on your phone, or a passkey. Then your password alone is not enough to sign in."
    >
      <TwoStep settings={settings} />
    </SettingsSection>
  )
}

function TwoStep({ settings }: { settings: Settings }) {
  const { uid } = settings
  const { called, reload, show } = useAccountAnswer('GET /api/user/:uid/second-factor', uid)
  const [question, setQuestion] = useState<Question>()
  const [app, setApp] = useState<AppToAdd['data']>()
  const [said, setSaid] = useState<string>()
  if (called === undefined) return <p className={styles.waiting}>Loading…</p>
  if (called.kind === 'refused') return <NotLoaded message={called.message} onRetry={reload} />
  const factor = called.answer.data
  const ask = (asked: Question) => {
    setSaid(undefined)
    setQuestion(asked)
  }
  const changed = (answer: OwnSecondFactor, words: string) => {
    show(answer)
    setApp(undefined)
    setSaid(words)
    // New codes take the focus themselves.
    if (answer.data.new_codes === null) focusSection('two-step')
  }
  return (
    <>
      <p className={`${tones.tone} ${state.state}`} data-tone={factor.is_on ? 'up' : 'notice'}>
        <StateShape tone={factor.is_on ? 'up' : 'notice'} />
        {factor.is_on ? 'On' : 'Off'}
      </p>
      {factor.new_codes !== null && (
        <RecoveryCodes
          codes={factor.new_codes}
          onDone={() => show({ data: { ...factor, new_codes: null } })}
        />
      )}
      <ul className={styles.ways}>
        <AppRow factor={factor} onAsk={ask} />
        {app !== undefined && (
          <li className={styles.setup}>
            <AddApp uid={uid} app={app} onAdded={changed} onCancel={() => setApp(undefined)} />
          </li>
        )}
        {factor.passkeys.map((passkey) => (
          <Way
            key={passkey.id}
            title={`Passkey “${passkey.name}”`}
            words={
              <>
                Added <Moment at={passkey.added_at} precision="minute" />
                {passkey.last_used_at !== null && (
                  <>
                    {' · '}Last used <Moment at={passkey.last_used_at} precision="minute" />
                  </>
                )}
              </>
            }
          >
            <button
              type="button"
              className="button"
              onClick={() => ask({ kind: 'remove-passkey', id: passkey.id, name: passkey.name })}
            >
              Remove…<span className="hidden"> passkey {passkey.name}</span>
            </button>
          </Way>
        ))}
        <AddPasskeyRow hasAny={factor.passkeys.length > 0} onAsk={ask} />
        {factor.recovery_codes !== null && (
          <Way
            title="Recovery codes"
            words={`${factor.recovery_codes.left} of ${factor.recovery_codes.total} left. Each lets you in once if you lose everything else.`}
          >
            <button type="button" className="button" onClick={() => ask({ kind: 'new-codes' })}>
              Make new codes…
            </button>
          </Way>
        )}
      </ul>
      {factor.is_on && (
        <button type="button" className={`button ${danger.danger}`} onClick={() => ask({ kind: 'turn-off' })}>
          Turn off two-step sign-in…
        </button>
      )}
      <Said words={said} />
      <PasswordDialog
        settings={settings}
        question={question}
        onClose={() => setQuestion(undefined)}
        onApp={setApp}
        onChanged={changed}
      />
    </>
  )
}

function AppRow({ factor: { app }, onAsk }: { factor: Factor; onAsk: (question: Question) => void }) {
  return (
    <Way
      title="Authenticator app"
      words={
        app === null ? (
          'An app on your phone shows a new code every 30 seconds.'
        ) : (
          <>
            Added <Moment at={app.added_at} precision="minute" />
          </>
        )
      }
    >
      <button type="button" className="button" onClick={() => onAsk({ kind: 'set-up-app' })}>
        {app === null ? 'Set up app…' : 'Replace app…'}
      </button>
      {app !== null && (
        <button type="button" className="button" onClick={() => onAsk({ kind: 'remove-app' })}>
          Remove app…
        </button>
      )}
    </Way>
  )
}

function AddPasskeyRow({ hasAny, onAsk }: { hasAny: boolean; onAsk: (question: Question) => void }) {
  const isHere = usePasskeysHere()
  return (
    <Way
      title={hasAny ? 'Another passkey' : 'Passkey'}
      words={
        isHere === false
          ? 'This browser cannot use passkeys here. They need a secure connection.'
          : 'Your fingerprint, your face, the PIN of your device or a security key.'
      }
    >
      <button
        type="button"
        className="button"
        disabled={isHere !== true}
        onClick={() => onAsk({ kind: 'add-passkey' })}
      >
        Add a passkey…
      </button>
    </Way>
  )
}

function Way({ title, words, children }: { title: string; words: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <div className={styles.words}>
        <strong>{title}</strong>
        <p>{words}</p>
      </div>
      <div className={styles.buttons}>{children}</div>
    </li>
  )
}

/** The code that the app is to scan, and the code that shows that it did. */
function AddApp({
  uid,
  app: { secret, qr },
  onAdded,
  onCancel,
}: {
  uid: number
  app: AppToAdd['data']
  onAdded: (answer: OwnSecondFactor, words: string) => void
  onCancel: () => void
}) {
  const form = useForm({
    async send({ code = '' }) {
      const problem = codeProblem(code)
      if (problem !== undefined) return { message: '', errors: { code: problem } }
      const called = await callAccount('POST /api/user/:uid/second-factor/app/confirm', { uid, code })
      if (called.kind === 'refused') return called
      onAdded(called.answer, 'Your authenticator app is added.')
      return undefined
    },
  })
  const picture = useRef<HTMLDivElement>(null)
  // The dialog that closes first gives the focus back to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => picture.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <div ref={picture} className={styles.qr} tabIndex={-1}>
        {/* Scanners expect dark on light, in every theme. */}
        <svg viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label="QR code of your secret">
          <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="#fff" />
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
      </div>
      <p className={styles.typed}>
        Or type this secret into the app: <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <AccountForm
        form={form}
        label="Confirm your authenticator app"
        words="Add app"
        busyWords="Checking…"
        beside={
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        }
      >
        <TextField
          {...form.field('code')}
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={64}
        />
      </AccountForm>
    </>
  )
}

const WORDS: Record<
  Question['kind'],
  { question: string; explains: string; yes: string; busyYes: string; isHarmless: boolean }
> = {
  'set-up-app': {
    question: 'Set up an authenticator app?',
    explains:
      'Enter your password to go on. An app that you added before stops working once the new one is confirmed.',
    yes: 'Go on',
    busyYes: 'Checking…',
    isHarmless: true,
  },
  'remove-app': {
    question: 'Remove your authenticator app?',
    explains: 'Its codes stop working. If it is all you have, two-step sign-in is off.',
    yes: 'Remove app',
    busyYes: 'Removing…',
    isHarmless: false,
  },
  'add-passkey': {
    question: 'Add a passkey?',
    explains: 'Your browser asks you where to keep it. Give it a name to tell it from others.',
    yes: 'Add passkey',
    busyYes: 'Waiting for your passkey…',
    isHarmless: true,
  },
  'remove-passkey': {
    question: 'Remove this passkey?',
    explains: 'It stops working here. If it is all you have, two-step sign-in is off.',
    yes: 'Remove passkey',
    busyYes: 'Removing…',
    isHarmless: false,
  },
  'new-codes': {
    question: 'Make new recovery codes?',
    explains: 'The codes that you have stop working.',
    yes: 'Make new codes',
    busyYes: 'Making…',
    isHarmless: true,
  },
  'turn-off': {
    question: 'Turn off two-step sign-in?',
    explains:
      'Your app, your passkeys and your recovery codes are removed, and your password alone signs you in.',
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

function PasswordDialog({ question, onClose, ...asking }: Asking & { question: Question | undefined }) {
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
          'Your authenticator app is removed.',
        )
      case 'remove-passkey': {
        const of = { uid, passkey: question.id, pass }
        return settled(
          await callAccount('POST /api/user/:uid/second-factor/passkeys/:passkey/remove', of),
          `The passkey “${question.name}” is removed.`,
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
      `The passkey “${name.trim()}” is added.`,
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
          hint="For example: laptop, or blue key."
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
