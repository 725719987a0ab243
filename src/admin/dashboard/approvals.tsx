import { Link } from 'react-router'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Age } from '../parts/age.tsx'
import type { DeskPart } from './desk.tsx'
import styles from './desk-row.module.css'
import { DeskRows } from './desk-row.tsx'
import { DeskSection } from './desk-section.tsx'

export function Approvals({ dashboard: { approvals, now } }: Pick<DeskPart, 'dashboard'>) {
  if (approvals.length === 0) return null
  return (
    <DeskSection
      title="Approval"
      count={approvals.length}
      more={<Link to="/admin/records?state=approval">All requests</Link>}
    >
      <DeskRows>
        {approvals.map(({ id, record, title, state, what, note, by, at, is_own }) => {
          const isWaiting = state === 'waiting'
          return (
            <li
              key={id}
              className={`${tones.tone} ${styles.row}`}
              data-tone={isWaiting ? 'quiet' : 'degradation'}
              data-record={record}
            >
              <div className={styles.words}>
                <p className={styles.state}>
                  <StateShape tone={isWaiting ? 'quiet' : 'degradation'} />
                  {isWaiting ? 'Waiting for approval' : 'Published without approval'}
                </p>
                <h3 className={styles.title} dir="auto">
                  <Link to={`/admin/records/${record}`}>{title || 'Untitled'}</Link>
                </h3>
                <ul className={styles.facts}>
                  <li>
                    {is_own ? 'You' : by}
                    {isWaiting ? (is_own ? ' ask to ' : ' asks to ') : ': '}
                    {what}
                  </li>
                  <li>
                    <Age since={at} now={now} /> ago
                  </li>
                  {note !== '' && <li dir="auto">“{note}”</li>}
                </ul>
              </div>
            </li>
          )
        })}
      </DeskRows>
    </DeskSection>
  )
}
