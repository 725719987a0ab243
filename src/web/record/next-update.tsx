import type { PostRecord } from '../../contract/records.ts'
import { PromisedMoment } from '../times/promised-moment.tsx'
import styles from './next-update.module.css'
import { owesUpdate } from './record-span.ts'

/** When we promise to speak again: `Next update promised by 11:00 UTC, in 18 minutes`. What is over promises nothing. */
export function NextUpdate({ record }: { record: PostRecord }) {
  if (!owesUpdate(record)) return null
  return (
    <p className={styles.promise}>
      Next update promised by <PromisedMoment at={record.next_update} after={record.fromTime} />
    </p>
  )
}
