import { Link } from 'react-router'
import { dayInWords, dueWords } from '../../domain/post-mortem.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { DeskPart } from './desk.tsx'
import styles from './desk-row.module.css'
import { DeskRows } from './desk-row.tsx'
import { DeskSection } from './desk-section.tsx'

export function PostMortemsDue({ dashboard: { post_mortems_due: due, now } }: Pick<DeskPart, 'dashboard'>) {
  if (due.length === 0) return null
  return (
    <DeskSection title="Post-mortems" count={due.length}>
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
      </DeskRows>
    </DeskSection>
  )
}
