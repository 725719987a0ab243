import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { PersonPresent } from '../../contract/admin/presence.ts'
import type { RecordRow } from '../../contract/admin/records.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import { PeopleHere } from '../records/colleagues/colleagues.tsx'
import { HandoverNotice } from '../team/handover-notice.tsx'
import styles from './desk-row.module.css'

export function DeskRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

export function DeskRow({
  record,
  tone,
  word,
  facts,
  due,
  people = [],
  handover,
  actions,
}: {
  record: RecordRow
  tone: Tone
  word: string
  facts: readonly ReactNode[]
  due?: ReactNode
  people?: readonly PersonPresent[]
  handover?: ReactNode
  actions?: ReactNode
}) {
  return (
    <li className={`${tones.tone} ${styles.row}`} data-tone={tone} data-record={record.id}>
      <div className={styles.words}>
        <p className={styles.state}>
          <StateShape tone={tone} />
          {word}
        </p>
        <h3 className={styles.title} dir="auto">
          <Link to={`/admin/records/${record.id}`}>{record.title || 'Untitled'}</Link>
        </h3>
        <ul className={styles.facts}>
          {facts
            .filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
            .map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts are identified by position.
              <li key={place}>{fact}</li>
            ))}
        </ul>
        {due !== undefined && <p className={styles.due}>{due}</p>}
        {people.length > 0 && <PeopleHere people={people} />}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {handover && <div className={styles.handover}>{handover}</div>}
    </li>
  )
}

export function peopleAt({ present }: Dashboard, id: number): readonly PersonPresent[] {
  return present.find(({ record }) => record === id)?.people ?? []
}

export function handoverOf(
  { dashboard: { handovers }, onChanged }: { dashboard: Dashboard; onChanged: () => void },
  record: RecordRow,
): ReactNode {
  const found = handovers.find((handover) => handover.record === record.id)
  if (found === undefined) return null
  const { note, can_take } = found
  return (
    <HandoverNotice
      recordId={record.id}
      note={note}
      canTake={can_take}
      title={record.title}
      onTaken={onChanged}
    />
  )
}
