import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AccountSettings } from '../../contract/own-account.ts'
import type { AppToAdd, OwnSecondFactor } from '../../contract/second-factor.ts'
import { codeProblem } from '../../domain/account/account-forms.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import danger from '../../ui/parts/danger-button.module.css'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { focusSection } from '../../ui/parts/ruled-section.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import { usePasskeysHere } from '../account/passkeys.ts'
import { AccountForm } from '../forms/account-form.tsx'
import { TextField } from '../forms/text-field.tsx'
import state from './email-section.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Said } from './said.tsx'
import { SettingsSection } from './settings-section.tsx'
import { PasswordDialog, type Question } from './two-step-question.tsx'
import styles from './two-step-section.module.css'
import { useAccountAnswer } from './use-account-answer.ts'

type Settings = AccountSettings['data']
type Factor = OwnSecondFactor['data']

export function TwoStepSection({ settings }: { settings: Settings }) {
  if (!settings.has_password) {
    return (
      <SettingsSection
        name="two-step"
        intro={
          settings.is_staff
            ? 'You sign in with the employee login. Set up its second step there.'
            : 'Once you have a password, you can add a second step to your sign-in.'
        }
      />
    )
  }
  if (!settings.is_verified) {
    return (
      <SettingsSection
        name="two-step"
        intro="Once your email address is verified, you can add a second step to your sign-in."
      />
    )
  }
  return (
    <SettingsSection
      name="two-step"
      intro="Add a second step after your password: a code from an app on your phone, or a passkey. Then your password alone isn’t enough to sign in."
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
            words={`${factor.recovery_codes.left} of ${factor.recovery_codes.total} left. Each one signs you in once if you lose everything else.`}
          >
            <button type="button" className="button" onClick={() => ask({ kind: 'new-codes' })}>
              Create new codes…
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
          ? 'This browser can’t use passkeys here. They need a secure connection.'
          : 'Your fingerprint, your face, your device’s PIN or a security key.'
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
      onAdded(called.answer, 'Your authenticator app was added.')
      return undefined
    },
  })
  const picture = useRef<HTMLDivElement>(null)
  // The closing dialog first returns the focus to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => picture.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code it shows.</p>
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
