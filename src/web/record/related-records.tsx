import { useId } from 'react'
import { Link } from 'react-router'
import type { RelatedRecord } from '../../contract/records.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { kindWords } from './record-details-words.ts'
import styles from './related-records.module.css'

export function RelatedRecords({ records, cloud }: { records: readonly RelatedRecord[]; cloud: Cloud }) {
  const titleId = useId()
  if (records.length === 0) return null
  return (
    <section className={styles.related} aria-labelledby={titleId}>
      <h2 id={titleId}>Related</h2>
      <ul>
        {records.map((record) => (
          <li key={record.id} className={tones.tone} data-tone={toneOfSeverity(record.severityId)}>
            <span className={styles.shape}>
              <StateShape tone={toneOfSeverity(record.severityId)} />
            </span>
            <Link to={pathOf(record, cloud)} dir="auto">
              {record.title}
            </Link>
            <p>
              {factsOf(record).join(' · ')} · <Moment at={record.from} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pathOf({ id, post_type }: RelatedRecord, { domain }: Cloud) {
  return `/${domain}/${post_type === 'notification' ? 'notification' : 'posts'}/${id}`
}

function factsOf(record: RelatedRecord) {
  return [kindWords(record), severityName(record.severityId), record.status].filter(
    (words, at, all) => words !== undefined && words !== '' && !isSaidBefore(words, all.slice(0, at)),
  )
}

function isSaidBefore(words: string, said: readonly (string | undefined)[]) {
  return said.some((each) => each?.toLowerCase() === words.toLowerCase())
}
