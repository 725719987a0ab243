import { useState } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import type { RecordRow } from '../../contract/admin/records.ts'
import { can } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { secondsAgoWords } from '../../domain/newsroom/deed-words.ts'
import tones from '../../ui/parts/tone.module.css'
import { showToast } from '../../ui/toast/toast.ts'
import { doneWords } from '../parts/use-approval.tsx'
import type { ChoiceNames } from '../parts/use-choices.ts'
import { deedSentence } from '../records/colleagues/colleagues.tsx'
import { ResolveDialog } from '../records/life/resolve-dialog.tsx'
import { UpdateDialog } from '../records/life/update-dialog.tsx'
import { newRecordPath, newRecordWords, sortsFor } from '../records/record-sorts.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useStaff } from '../shell/staff.ts'
import { Approvals } from './approvals.tsx'
import styles from './desk.module.css'
import { DeskSection } from './desk-section.tsx'
import { deskVerdict } from './desk-verdict.ts'
import { Maintenance } from './maintenance.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { OtherHandovers } from './other-handovers.tsx'
import { OwnWork } from './own-work.tsx'
import { PostMortemsDue } from './post-mortems-due.tsx'
import { PromisedUpdates } from './promised-updates.tsx'
import { Sent } from './sent.tsx'
import { siteWorkFor } from './site-work.ts'
import { Waiting } from './waiting.tsx'

export interface DeskStep {
  kind: 'update' | 'resolve'
  record: RecordRow
}

export interface DeskPart {
  dashboard: Dashboard
  names: ChoiceNames
  /** Working days until a post-mortem is due by default. Null: by default, there is no post-mortem. */
  postMortemDays: number | null
  onStep: (step: DeskStep) => void
  onChanged: () => void
}

export function Desk({ dashboard, names, postMortemDays, onChanged }: Omit<DeskPart, 'onStep'>) {
  const { roles } = useStaff()
  const [step, setStep] = useState<DeskStep>()
  const part: DeskPart = { dashboard, names, postMortemDays, onStep: setStep, onChanged }
  const writesIncidents = can(roles, 'edit-incidents')
  useStepKeys(dashboard, setStep)

  function onDone(record: AdminRecord) {
    const { title } = record.content
    showToast(doneWords(record, step?.kind === 'resolve' ? `Resolved: ${title}` : `Update posted: ${title}`))
    setStep(undefined)
    onChanged()
  }

  return (
    <div className={styles.desk}>
      <div className={styles.top}>
        <DeskVerdictLine dashboard={dashboard} />
        <PromisedUpdates {...part} />
        <Latest dashboard={dashboard} />
      </div>
      <Approvals {...part} />
      {!writesIncidents && <OwnWork />}
      <OpenIncidents {...part} />
      <OtherHandovers {...part} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Maintenance {...part} />
          <PostMortemsDue {...part} />
          <Waiting {...part} />
        </div>
        <div className={styles.column}>
          {dashboard.deliveries !== null && <Sent deliveries={dashboard.deliveries} now={dashboard.now} />}
          <YourRoles />
        </div>
      </div>
      {step?.kind === 'update' && (
        <UpdateDialog record={step.record} onDone={onDone} onClose={() => setStep(undefined)} />
      )}
      {step?.kind === 'resolve' && (
        <ResolveDialog record={step.record} onDone={onDone} onClose={() => setStep(undefined)} />
      )}
    </div>
  )
}

/**
 * Acts on the focused row, or on the worst incident if no row is focused. If the focused row doesn't allow
 * the step, nothing happens.
 */
function useStepKeys({ open_incidents, maintenance }: Dashboard, onStep: (step: DeskStep) => void) {
  const rows = [...open_incidents, ...maintenance].filter(({ can_edit }) => can_edit)
  const first = open_incidents.find(({ can_edit }) => can_edit)
  function take(kind: DeskStep['kind']) {
    const focused = document.activeElement?.closest<HTMLElement>('[data-record]')?.dataset.record
    const record = focused === undefined ? first : rows.find(({ id }) => String(id) === focused)
    if (record !== undefined) onStep({ kind, record })
  }
  useShortcuts(
    first === undefined
      ? []
      : [
          {
            keys: 'u',
            words: 'Post an update to the most severe incident, or to the focused one',
            act: () => take('update'),
          },
          { keys: 'r', words: 'Resolve it', act: () => take('resolve') },
        ],
  )
}

/** Z-07. A record that colleagues closed is no longer in the lists below. */
function Latest({ dashboard: { latest, now } }: Pick<DeskPart, 'dashboard'>) {
  if (latest.length === 0) return null
  return (
    <ul className={styles.latest} aria-label="Recent activity by colleagues">
      {latest.map(({ record, title, kind, deed }) => (
        <li key={`${record}${deed.at}${deed.action}`}>
          <span role="status">
            <Link to={`/admin/records/${record}`}>{deedSentence(deed, kind, `“${title}”`)}</Link>
          </span>{' '}
          <time dateTime={deed.at} title={new Date(deed.at).toUTCString()}>
            {secondsAgoWords(new Date(deed.at), new Date(now))}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** the user's roles and what they allow. */
function YourRoles() {
  const { roles } = useStaff()
  const sorts = sortsFor(roles)
  const pages = siteWorkFor(roles)
  return (
    <DeskSection title="What you can do here">
      <ul className={styles.roles}>
        {roles.map((role) => (
          <li key={role}>
            <strong>{ROLE_WORDS[role].name}</strong>. May {ROLE_WORDS[role].may}.
          </li>
        ))}
      </ul>
      {sorts.length + pages.length > 0 && (
        <ul className={styles.ways} aria-label="Start here">
          {sorts.map((sort) => (
            <li key={sort.many}>
              <Link to={newRecordPath(sort)}>{newRecordWords(sort)}</Link>
            </li>
          ))}
          {pages.map(({ path, name }) => (
            <li key={path}>
              <Link to={path}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </DeskSection>
  )
}

function DeskVerdictLine({ dashboard }: { dashboard: Dashboard }) {
  const { tone, said, waits } = deskVerdict(dashboard)
  return (
    <p className={`${tones.tone} ${styles.verdict}`} data-tone={tone} role="status">
      <strong>{said}</strong> {waits.join(' ')}
    </p>
  )
}
