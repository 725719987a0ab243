import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import { Badges, SeverityBadge, StatusBadge } from './badge.tsx'
import styles from './record-item.module.css'
import { recordSpan } from './record-span.ts'
import { SpanWords } from './span-words.tsx'
import { counted, distinctNames, shortened } from './words.ts'

const DATA_CENTERS_NAMED = 3

/** A record in a list: how grave, where it stands, what, when, where. */
export function RecordItem({
  record,
  severity,
  to,
}: {
  record: PostRecord
  severity: string | undefined
  to: string
}) {
  const dataCenters = shortened(distinctNames(record.datacenters), DATA_CENTERS_NAMED)
  return (
    <article className={styles.item}>
      <Badges>
        <SeverityBadge tid={record.severityId} name={severity} />
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
        {record.updates.length > 0 && (
          <li className={styles.count}>{counted(record.updates.length, 'update')}</li>
        )}
        {dataCenters !== '' && <li>{dataCenters}</li>}
      </ul>
    </article>
  )
}
