import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import { reloadUser } from '../../ui/account/use-user.ts'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { EmptyText } from '../parts/empty-text.tsx'
import { idOfHash } from '../parts/id-of-hash.ts'
import { PageHead } from '../parts/page-head.tsx'
import { ChannelsSection } from './channels/channels-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { OwnPlaceholder } from './own-placeholder.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { isFollower, SECTIONS, type SectionId, SettingsSection } from './settings-section.tsx'
import styles from './settings-view.module.css'
import { TwoStepSection } from './two-step-section.tsx'
import { useAccountAnswer } from './use-account-answer.ts'
import { ZoneSection } from './zone-section.tsx'

export const SETTINGS = 'Settings'

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

function SectionedPage({
  title,
  lead,
  index,
  children,
}: {
  title: string
  lead?: ReactNode
  index?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className={styles.columns} data-index={index === undefined ? undefined : ''}>
        {index}
        <div>{children}</div>
      </div>
    </>
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
