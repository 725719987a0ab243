import { useState } from 'react'
import type { CallAnswer } from '../../contract/calls.ts'
import { type Called, callAccount } from '../../ui/account/call-account.ts'
import { useUser } from '../../ui/account/use-user.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { focusSection, RuledSection } from '../../ui/parts/ruled-section.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { CodeLine } from '../machines/code-line.tsx'
import { Said } from '../settings/said.tsx'
import { useAccountAnswer } from '../settings/use-account-answer.ts'
import styles from './calendar-section.module.css'

const NAME = 'calendar'

export function CalendarSection() {
  const { user } = useUser()
  return (
    <RuledSection
      name={NAME}
      title="Calendar"
      intro="Subscribe to a cloud’s maintenance, and all of it appears in your own calendar. Changes here apply there, too. Single posts that you follow are not included."
    >
      {user !== undefined && <OwnCalendar uid={user.uid} />}
    </RuledSection>
  )
}

type Change = 'POST /api/user/:uid/calendar' | 'POST /api/user/:uid/calendar/remove'

function OwnCalendar({ uid }: { uid: number }) {
  const { called, reload, show } = useAccountAnswer('GET /api/user/:uid/calendar', uid)
  const [problem, setProblem] = useState<Refusal>()
  const [said, setSaid] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function change(name: Change, words: string) {
    setBusy(true)
    setProblem(undefined)
    setSaid(undefined)
    const changed: Called<Change> = await callAccount(name, { uid })
    setBusy(false)
    if (changed.kind === 'refused') return setProblem(changed)
    show(changed.answer)
    setSaid(words)
    focusSection(NAME)
  }

  return (
    <div className={styles.calendar}>
      <FormAlert problem={problem} />
      {called === undefined && <p className={styles.waiting}>Loading…</p>}
      {called?.kind === 'refused' && <NotLoaded message={called.message} onRetry={reload} />}
      {called?.kind === 'done' && <Address of={called.answer.data} isBusy={isBusy} onChange={change} />}
      <Said words={said} />
    </div>
  )
}

function Address({
  of: { created_at, url },
  isBusy,
  onChange,
}: {
  of: CallAnswer<'GET /api/user/:uid/calendar'>['data']
  isBusy: boolean
  onChange: (name: Change, words: string) => void
}) {
  if (created_at === null) {
    return (
      <button
        type="button"
        className="button"
        disabled={isBusy}
        onClick={() => onChange('POST /api/user/:uid/calendar', 'Your calendar has an address.')}
      >
        Create address
      </button>
    )
  }
  return (
    <>
      {url === null ? (
        <p>
          It has had an address since <Moment at={created_at} />. The address was shown once. If you create a
          new one, the old one stops working.
        </p>
      ) : (
        <>
          <CodeLine label="Address of your calendar" text={url} />
          <p>
            Copy it now and subscribe to it in your calendar; it won’t be shown again. Anyone who has it can
            read what you subscribe to.
          </p>
        </>
      )}
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() =>
            onChange(
              'POST /api/user/:uid/calendar',
              'Your calendar has a new address. The old one no longer works.',
            )
          }
        >
          New address
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() =>
            onChange(
              'POST /api/user/:uid/calendar/remove',
              'The calendar was removed. Its address no longer works.',
            )
          }
        >
          Remove<span className="hidden"> the calendar</span>
        </button>
      </p>
    </>
  )
}
