import { Link } from 'react-router'
import { Badges, SeverityBadge, StatusBadge } from '../parts/badge.tsx'
import { counted } from '../parts/words.ts'
import { InternalBlock } from '../record/internal-block.tsx'
import { recordSpan } from '../record/record-span.ts'
import { SpanWords } from '../record/span-words.tsx'
import type { ListedRecord } from './listed-records.ts'
import styles from './record-item.module.css'

/** A record in a list: how grave, where it stands, what, when, where. */
export function RecordItem({ record, to }: { record: ListedRecord; to: string }) {
  return (
    <article className={styles.item}>
      <Badges>
        <SeverityBadge tid={record.severityId} name={record.severityName} />
        {record.status !== '' && <StatusBadge status={record.status} />}
      </Badges>
      <h2 className={styles.title}>
        <Link to={to}>{record.title}</Link>
      </h2>
      {record.summary !== '' && <p className={styles.summary}>{record.summary}</p>}
      <ul className={styles.facts}>
        <li>
          <SpanWords span={recordSpan(record)} />
        </li>
        {record.updateCount > 0 && (
          <li>
            <span className={styles.count}>{counted(record.updateCount, 'update')}</span>
          </li>
        )}
        {record.dataCenters !== '' && <li>{record.dataCenters}</li>}
      </ul>
      {record.internal !== undefined && <InternalBlock fields={record.internal} level={3} />}
    </article>
  )
}
