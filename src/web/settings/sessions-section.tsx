import { useState } from 'react'
import type { OwnSessions } from '../../contract/own-account.ts'
import { describeDevice } from '../../domain/account/describe-device.ts'
import { callAccount } from '../account/call-account.ts'
import { FormAlert } from '../forms/form-alert.tsx'
import type { Refusal } from '../forms/posted.ts'
import { Moment } from '../times/moment.tsx'
import { showToast } from '../toast/toast.ts'
import { NotLoaded } from './not-loaded.tsx'
import { focusSection } from './ruled-section.tsx'
import styles from './sessions-section.module.css'
import { SettingsSection } from './settings-section.tsx'

import { useAccountAnswer } from './use-account-answer.ts'

type OwnSession = OwnSessions['data'][number]

/** every open session of the account, and the way to end it from here. */
export function SessionsSection({ uid }: { uid: number }) {
  const { called, reload, show } = useAccountAnswer('GET /api/user/:uid/sessions', uid)
  const [problem, setProblem] = useState<Refusal>()
  const [isEnding, setEnding] = useState(false)

  async function end(id: number | undefined, said: string) {
    setEnding(true)
    setProblem(undefined)
    const ended = await callAccount('POST /api/user/:uid/sessions/end', {
      uid,
      ...(id !== undefined && { id }),
    })
    setEnding(false)
    if (ended.kind === 'refused') return setProblem(ended)
    show(ended.answer)
    showToast(said)
    focusSection('sessions')
  }

  return (
    <SettingsSection
      id="sessions"
      intro="Sign out what you do not know or no longer use. A session ends by itself after two hours without use."
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
                isEnding={isEnding}
                onEnd={() => end(session.id, `Signed out ${describeDevice(session.user_agent)}.`)}
              />
            ))}
          </ul>
          {called.answer.data.some(({ is_current }) => !is_current) && (
            <button
              type="button"
              className="button"
              disabled={isEnding}
              onClick={() => end(undefined, 'Signed out everywhere else.')}
            >
              Sign out all others
            </button>
          )}
        </>
      )}
    </SettingsSection>
  )
}

const OPENED_BY: Record<OwnSession['opened_by'], string> = {
  password: 'Password',
  'sign-on': 'Employee login',
  'staff-link': 'Emergency link',
}

function Session({
  session,
  isEnding,
  onEnd,
}: {
  session: OwnSession
  isEnding: boolean
  onEnd: () => void
}) {
  const device = describeDevice(session.user_agent)
  return (
    <li className={styles.session}>
      <div className={styles.words}>
        <p className={styles.device}>
          <strong>{device}</strong>
          {session.is_current && <span className={styles.here}>This browser</span>}
        </p>
        <p>
          {OPENED_BY[session.opened_by]}
          {session.address !== null && ` · ${session.address}`}
        </p>
        <p className={styles.times}>
          <span>
            Opened <Moment at={session.opened_at} precision="minute" />
          </span>
          <span>
            Last active <Moment at={session.last_seen_at} precision="minute" />
          </span>
        </p>
      </div>
      {!session.is_current && (
        <button type="button" className="button" disabled={isEnding} onClick={onEnd}>
          Sign out<span className="hidden"> {device}</span>
        </button>
      )}
    </li>
  )
}

function currentFirst(sessions: readonly OwnSession[]) {
  return sessions.toSorted(
    (one, other) =>
      Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at),
  )
}
