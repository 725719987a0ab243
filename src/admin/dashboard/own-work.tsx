import { Link } from 'react-router'
import { Moment } from '../../ui/times/moment.tsx'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { recordStateWords } from '../parts/record-words.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import {
  newRecordPath,
  newRecordWords,
  type RecordSort,
  recordsPath,
  sortsFor,
} from '../records/record-sorts.ts'
import { useStaff } from '../shell/staff.ts'
import { DeskRow, DeskRows } from './desk-row.tsx'
import { DeskSection, Quiet } from './desk-section.tsx'
import styles from './own-work.module.css'
import { siteWorkFor } from './site-work.ts'

/** Z-05: for staff who don't write incidents, their own work comes first. */
export function OwnWork() {
  const { roles } = useStaff()
  const sorts = sortsFor(roles)
  const pages = siteWorkFor(roles)
  if (sorts.length + pages.length === 0) return null
  return (
    <>
      {sorts.map((sort) => (
        <Latest key={sort.many} sort={sort} />
      ))}
      {pages.length > 0 && (
        <DeskSection title="Pages you manage">
          <ul className={styles.pages}>
            {pages.map(({ path, name, words }) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
                <p>{words}</p>
              </li>
            ))}
          </ul>
        </DeskSection>
      )}
    </>
  )
}

const SHOWN = 5

function Latest({ sort }: { sort: RecordSort }) {
  const { called } = useStaffAnswer('GET /api/admin/records', {
    input: {
      kind: sort.kind,
      ...(sort.notificationType !== null && { notification_type: sort.notificationType }),
    },
    because: '',
  })
  const rows = called?.kind === 'done' ? called.answer.data.slice(0, SHOWN) : []
  return (
    <DeskSection
      title={sort.many}
      {...(called?.kind === 'done' && { count: called.answer.total })}
      more={
        <>
          <Link to={recordsPath(sort)}>See all</Link>
          <Link to={newRecordPath(sort)} className={`button primary ${styles.new}`}>
            {newRecordWords(sort)}
          </Link>
        </>
      }
    >
      {called === undefined && <LoadingLines lines={3} />}
      {called?.kind === 'refused' && <Quiet>{called.message}</Quiet>}
      {called?.kind === 'done' && rows.length === 0 && <Quiet>Nothing has been written yet.</Quiet>}
      <DeskRows>
        {rows.map((record) => (
          <DeskRow
            key={record.id}
            record={record}
            {...recordStateWords(record)}
            facts={[
              <>
                changed <Moment at={record.updated_on} precision="minute" />
              </>,
            ]}
          />
        ))}
      </DeskRows>
    </DeskSection>
  )
}
