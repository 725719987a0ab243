import { Link } from 'react-router'
import type { RecordInPlace } from '../../contract/records.ts'
import { versionsPath } from '../../domain/log/past-address.ts'
import { timesInWords } from '../../ui/parts/words.ts'
import styles from './record-times.module.css'

/** Backup sites can't look up earlier versions, which come from the database. */
export function TimesChanged({
  record,
  path,
  isTrustDR,
}: {
  record: RecordInPlace
  path: string
  isTrustDR: boolean
}) {
  const { times_changed: times = 0 } = record
  if (times === 0) return null
  const words = `Changed ${timesInWords(times)}`
  return (
    <p className={styles.changed}>
      {isTrustDR ? words : <Link to={versionsPath(path)}>{words}</Link>} after it was published
    </p>
  )
}
