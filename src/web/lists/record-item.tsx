import { Link } from 'react-router'
import { Badges, SeverityBadge, StatusBadge } from '../../ui/parts/badge.tsx'
import { counted } from '../../ui/parts/words.ts'
import { UpdatedMark } from '../live/updated-mark.tsx'
import { InternalBlock } from '../record/internal-block.tsx'
import { recordSpan } from '../record/record-span.ts'
import { SpanWords } from '../record/span-words.tsx'
import { AdvisoryFacts } from './advisory-facts.tsx'
import type { ListedRecord } from './listed-records.ts'
import styles from './record-item.module.css'

/** A record in a list: how grave, where it stands, what, when, where. */
export function RecordItem({ record, to, level = 2 }: { record: ListedRecord; to: string; level?: 2 | 3 }) {
  const Title = `h${level}` as const
  return (
    <article className={styles.item}>
      <Badges>
        {/* In a list of advisories each would say the same. */}
        {record.advisory === undefined && (
          <SeverityBadge tid={record.severityId} name={record.severityName} />
        )}
        {record.status !== '' && <StatusBadge status={record.status} />}
        <UpdatedMark id={record.id} />
      </Badges>
      <Title className={styles.title} dir="auto">
        <Link to={to}>{record.title}</Link>
      </Title>
      {record.advisory !== undefined && <AdvisoryFacts glance={record.advisory} />}
      {record.summary !== '' && (
        <p className={styles.summary} dir="auto">
          {record.summary}
        </p>
      )}
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
      {record.internal !== undefined && (
        <InternalBlock fields={record.internal} level={level === 2 ? 3 : 4} />
      )}
    </article>
  )
}
