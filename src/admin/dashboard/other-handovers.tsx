import { Link } from 'react-router'
import { HandoverNotice } from '../team/handover-notice.tsx'
import type { DeskPart } from './desk.tsx'
import { DeskSection } from './desk-section.tsx'
import { SHOWN_AT_FIRST } from './maintenance.tsx'
import styles from './other-handovers.module.css'

export function OtherHandovers({ dashboard, onChanged }: Pick<DeskPart, 'dashboard' | 'onChanged'>) {
  const { open_incidents, maintenance, scheduled, drafts, handovers } = dashboard
  const rows = [
    ...open_incidents,
    ...maintenance.slice(0, SHOWN_AT_FIRST),
    ...scheduled,
    ...drafts.map(({ record }) => record),
  ]
  const others = handovers.filter(({ record }) => rows.every(({ id }) => id !== record))
  if (others.length === 0) return null
  return (
    <DeskSection title="Other handovers" count={others.length}>
      <ul className={styles.handovers}>
        {others.map(({ record, title, note, can_take }) => (
          <li key={record}>
            <h3 dir="auto">
              <Link to={`/admin/records/${record}#team`}>{title || 'Untitled'}</Link>
            </h3>
            <HandoverNotice
              recordId={record}
              note={note}
              canTake={can_take}
              title={title}
              onTaken={onChanged}
            />
          </li>
        ))}
      </ul>
    </DeskSection>
  )
}
