import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { AccountSettings } from '../../contract/own-account.ts'
import { OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import { reloadUser } from '../../ui/account/use-user.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { idOfHash } from '../parts/id-of-hash.ts'
import { ChannelsSection } from './channels/channels-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NotLoadedPage } from './not-loaded-page.tsx'
import { OwnPlaceholder } from './own-placeholder.tsx'
import { PasswordSection } from './password-section.tsx'
import { SectionedPage } from './sectioned-page.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings-index.module.css'
import { isFollower, SECTIONS, type SectionId, SettingsSection } from './settings-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import { useAccountAnswer } from './use-account-answer.ts'
import { useSectionInView } from './use-section-in-view.ts'
import { ZoneSection } from './zone-section.tsx'

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
