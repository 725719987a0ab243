import { useState } from 'react'
import type { OwnSessions } from '../../contract/own-account.ts'
import { describeDevice } from '../../domain/account/describe-device.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { focusSection } from '../../ui/parts/ruled-section.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { momentWords } from '../../ui/times/moment-words.ts'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import { Said } from './said.tsx'
import styles from './sessions-section.module.css'
import { SettingsSection } from './settings-section.tsx'
import { useAccountAnswer } from './use-account-answer.ts'

type OwnSession = OwnSessions['data'][number]

export function SessionsSection({ uid }: { uid: number }) {
  const { called, reload, show } = useAccountAnswer('GET /api/user/:uid/sessions', uid)
  const [problem, setProblem] = useState<Refusal>()
  const [said, setSaid] = useState<string>()
  const zone = useTimeZone()
  const [isEnding, setEnding] = useState(false)

  async function end(id: number | undefined, words: string) {
    setEnding(true)
    setProblem(undefined)
    setSaid(undefined)
    const ended = await callAccount('POST /api/user/:uid/sessions/end', {
      uid,
      ...(id !== undefined && { id }),
    })
    setEnding(false)
    if (ended.kind === 'refused') return setProblem(ended)
    show(ended.answer)
    setSaid(words)
    focusSection('sessions')
  }

  return (
    <SettingsSection
      name="sessions"
      intro="Sign out sessions you don’t recognize or no longer use. A session ends after two hours without use."
    >
      <FormAlert problem={problem} />
      {called === undefined && <p className={styles.waiting}>Loading…</p>}
      {called?.kind === 'refused' && <NotLoaded message={called.message} onRetry={reload} />}
      {called?.kind === 'done' && (
        <>
          <ul className={styles.sessions}>
            {currentFirst(called.answer.data).map((session) => (
              <Session
                key={session.id}
                session={session}
                name={sessionName(session, zone)}
                isEnding={isEnding}
                onEnd={() => end(session.id, `Signed out ${sessionName(session, zone)}.`)}
              />
            ))}
          </ul>
          {called.answer.data.some(({ is_current }) => !is_current) && (
            <button
              type="button"
              className="button"
              disabled={isEnding}
              onClick={() => end(undefined, 'Signed out on all other devices.')}
            >
              Sign out all others
            </button>
          )}
        </>
      )}
      <Said words={said} />
    </SettingsSection>
  )
}

const OPENED_BY: Record<OwnSession['opened_by'], string> = {
  password: 'Password',
  'sign-on': 'Employee login',
  'staff-link': 'Emergency link',
  'mail-link': 'Link in an email',
  'asked-link': 'Link in an email',
}

function Session({
  session,
  name,
  isEnding,
  onEnd,
}: {
  session: OwnSession
  name: string
  isEnding: boolean
  onEnd: () => void
}) {
  return (
    <li className={styles.session}>
      <div className={styles.words}>
        <p className={styles.device}>
          <strong>{describeDevice(session.user_agent)}</strong>
          {session.is_current && <span className={styles.here}>This browser</span>}
        </p>
        <p className={styles.opened}>
          Opened <Moment at={session.opened_at} />
        </p>
        <p className={styles.more}>
          <span>
            {OPENED_BY[session.opened_by]}
            {session.address !== null && ` · ${session.address}`}
          </span>
          <span>
            Last active <Moment at={session.last_seen_at} precision="minute" />
          </span>
        </p>
      </div>
      {!session.is_current && (
        <button type="button" className="button" disabled={isEnding} onClick={onEnd}>
          Sign out<span className="hidden"> {name}</span>
        </button>
      )}
    </li>
  )
}

/** A browser may be signed in more than once; the time distinguishes its sessions. */
function sessionName({ user_agent, opened_at }: OwnSession, zone: string) {
  return `${describeDevice(user_agent)}, opened ${momentWords(opened_at, { zone, precision: 'second' })}`
}

function currentFirst(sessions: readonly OwnSession[]) {
  return sessions.toSorted(
    (one, other) =>
      Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at),
  )
}
