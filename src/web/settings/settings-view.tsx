import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { forgetSession } from '../../ui/account/session.ts'
import { reloadUser } from '../../ui/account/use-user.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../ui/parts/asking-dialog.tsx'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import danger from '../../ui/parts/danger-button.module.css'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { EmptyText } from '../parts/empty-text.tsx'
import { idOfHash } from '../parts/id-of-hash.ts'
import { AccountName } from './account-name.tsx'
import { ChannelsSection } from './channels/channels-section.tsx'
import { EmailSection } from './email-section.tsx'
import { OwnPlaceholder } from './own-placeholder.tsx'
import { PasswordSection } from './password-section.tsx'
import { SectionedPage } from './sectioned-page.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings-index.module.css'
import { isFollower, SECTIONS, type SectionId, SettingsSection } from './settings-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import { useAccountAnswer } from './use-account-answer.ts'
import { ZoneSection } from './zone-section.tsx'

const ACCOUNT_DELETED = 'Your account was deleted.'
const QUESTION = 'Delete your account?'

/** the account and all its data are deleted immediately, after a confirmation. */
function DeleteSection({ settings }: { settings: AccountSettings['data'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [round, setRound] = useState(0)
  return (
    <SettingsSection
      name="delete"
      intro={`Your account is deleted immediately, with your email address, settings, subscriptions and all sessions. ${settings.is_staff ? 'Your work stays, without your name. Your next employee login opens the account again, without these.' : 'This can’t be undone.'}`}
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

/** The section being read: the target of a jump, or the one at the reading line. */
function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState<Id>()
  useEffect(() => {
    let jumpedTo: Id | undefined
    const look = () => setInView(jumpedTo ?? sectionAtLine(ids))
    const onJump = () => {
      jumpedTo = ids.find((id) => id === idOfHash(location.hash))
      look()
    }
    // The target of a jump holds until the reader moves, even if the page still shifts.
    const onMove = () => {
      jumpedTo = undefined
    }
    // On arrival the page scrolls there itself, once complete.
    const arrival = requestAnimationFrame(onJump)
    addEventListener('hashchange', onJump)
    for (const move of MOVES) addEventListener(move, onMove, { passive: true })
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(arrival)
      removeEventListener('hashchange', onJump)
      for (const move of MOVES) removeEventListener(move, onMove)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ids])
  return inView
}

/** Manual scrolling; each event precedes its scroll event. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The line moves down with the page, from the top of the screen to the bottom, so that the last section is reached as
 * well.
 */
function sectionAtLine<Id extends string>(ids: readonly Id[]): Id | undefined {
  const mostScrolled = document.documentElement.scrollHeight - innerHeight
  const line = mostScrolled > 0 ? (scrollY / mostScrolled) * innerHeight : 0
  return ids.findLast((id) => topOf(id) <= line) ?? ids[0]
}

function topOf(id: string) {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

export const SETTINGS = 'Settings'

/** Only the server decides whether this is the user's own account. */
const NOT_ALLOWED = 403

/** */
export function SettingsView({ uid }: { uid: number }) {
  const { called, reload } = useAccountAnswer('GET /api/user/:uid/settings', uid)
  if (called?.kind === 'done') return <Sections settings={called.answer.data} onChange={reload} />
  if (called === undefined) return <OwnPlaceholder title={SETTINGS} />
  if (called.status === NOT_ALLOWED) return <OfOthers />
  const retry = () => {
    reload()
    // The user may have failed to load for the same reason.
    void reloadUser()
  }
  return <NotLoadedPage title={SETTINGS} message={called.message} onRetry={retry} />
}

function Sections({ settings, onChange }: { settings: AccountSettings['data']; onChange: () => void }) {
  useHashOnArrival()
  return (
    <SectionedPage title={SETTINGS} index={<SettingsIndex />}>
      <EmailSection settings={settings} onChange={onChange} />
      <PasswordSection settings={settings} />
      <TwoStepSection settings={settings} />
      <ZoneSection settings={settings} />
      <ChannelsSection settings={settings} />
      {isFollower(settings) ? <WithPassword name="sessions" /> : <SessionsSection uid={settings.uid} />}
      {isFollower(settings) ? <WithPassword name="data" /> : <DataSection uid={settings.uid} />}
      <DeleteSection settings={settings} />
    </SectionedPage>
  )
}

/** Their session was opened by a link in a mail, which may have been forwarded. */
function WithPassword({ name }: { name: SectionId }) {
  return (
    <SettingsSection
      name={name}
      intro="This needs a password, because the links in our emails may be forwarded. You can set one above."
    />
  )
}

/** The sections load after the page, so the browser couldn't find the target of the hash. */
function useHashOnArrival() {
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; later the browser finds them itself.
  useEffect(() => {
    document.getElementById(idOfHash(hash) ?? '')?.scrollIntoView()
  }, [])
}

function OfOthers() {
  return (
    <SectionedPage title={SETTINGS}>
      <EmptyText onward={<Link to={OWN_SETTINGS_PATH}>Go to your own settings</Link>}>
        This page belongs to another account.
      </EmptyText>
    </SectionedPage>
  )
}

const IDS = Object.keys(SECTIONS) as SectionId[]

function SettingsIndex() {
  const inView = useSectionInView(IDS)
  return (
    <nav className={styles.index} aria-label="On this page">
      <ol>
        {IDS.map((id) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === inView ? 'location' : undefined}>
              {SECTIONS[id]}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** */
function DataSection({ uid }: { uid: number }) {
  return (
    <SettingsSection
      name="data"
      intro="Everything this site stores about you, as a JSON file: your account, sessions, subscriptions, the messages sent to you, and the changes you made."
    >
      {/* A file, not a page: downloaded by the browser. */}
      <a className="button" href={`/api/user/${uid}/data`} download>
        Download your data
      </a>
    </SettingsSection>
  )
}

export function NotLoadedPage({ title, ...failed }: { title: string } & ComponentProps<typeof NotLoaded>) {
  return (
    <SectionedPage title={title}>
      <div className={styles.failed}>
        <NotLoaded {...failed} />
      </div>
    </SectionedPage>
  )
}
