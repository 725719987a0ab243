import { useState } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { dayInWords, dueWords } from '../../domain/post-mortem.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Age } from '../parts/age.tsx'
import { DecidePostMortem } from '../post-mortem/decide-post-mortem.tsx'
import type { DeskPart } from './desk.tsx'
import styles from './desk-row.module.css'
import { DeskRow, DeskRows } from './desk-row.tsx'
import { DeskSection } from './desk-section.tsx'

export function PostMortemsDue({
  // Servers of the previous version, which may still answer during an upgrade, don't send the undecided ones.
  dashboard: { post_mortems_due: due, post_mortems_undecided: undecided = [], now },
  names,
  postMortemDays,
  onChanged,
}: Omit<DeskPart, 'onStep'>) {
  const [deciding, setDeciding] = useState<Dashboard['post_mortems_undecided'][number]>()
  // A colleague may decide while the dialog is open.
  if (due.length + undecided.length === 0 && deciding === undefined) return null
  return (
    <DeskSection title="Post-mortems" count={due.length + undecided.length}>
      <DeskRows>
        {due.map(({ record, title, due_on, has_draft }) => {
          const { words, isOverdue } = dueWords(due_on, new Date(now))
          const tone = isOverdue ? 'disruption' : 'quiet'
          return (
            <li key={record} className={`${tones.tone} ${styles.row}`} data-tone={tone}>
              <div className={styles.words}>
                <p className={styles.state}>
                  <StateShape tone={tone} />
                  {words}
                </p>
                <h3 className={styles.title} dir="auto">
                  <Link to={`/admin/records/${record}/post-mortem`}>{title}</Link>
                </h3>
                <ul className={styles.facts}>
                  <li>{dayInWords(due_on)}</li>
                  <li>{has_draft ? 'Draft' : 'Not written yet'}</li>
                </ul>
              </div>
            </li>
          )
        })}
        {undecided.map(({ record, version, is_begun }) => (
          <DeskRow
            key={record.id}
            record={record}
            tone="degradation"
            word="Not decided"
            facts={[
              names.severity(record.severity_tid),
              record.closed_on !== null && (
                <>
                  resolved <Age since={record.closed_on} now={now} /> ago
                </>
              ),
              is_begun && 'Draft',
            ]}
            actions={
              <button
                type="button"
                className="button"
                onClick={() => setDeciding({ record, version, is_begun })}
              >
                Decide<span className="hidden"> about {record.title}</span>
              </button>
            }
          />
        ))}
      </DeskRows>
      {deciding !== undefined && (
        <DecidePostMortem
          record={deciding.record}
          // The newest: a colleague who has begun to write meanwhile hasn't decided.
          version={
            undecided.find(({ record }) => record.id === deciding.record.id)?.version ?? deciding.version
          }
          days={postMortemDays}
          onMoved={onChanged}
          onDone={() => {
            setDeciding(undefined)
            onChanged()
          }}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </DeskSection>
  )
}
