import type { PostRecord } from '../../contract/records.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { PromisedMoment } from '../times/promised-moment.tsx'
import styles from './next-update.module.css'
import { owesUpdate } from './record-span.ts'

/**
 * When we promise to speak again: `Next update promised by 11:00 UTC, in 18 minutes`. On paper, which may be read on
 * any day, with the day. What is over promises nothing.
 */
export function NextUpdate({ record }: { record: PostRecord }) {
  if (!owesUpdate(record)) return null
  return (
    <p className={styles.promise}>
      Next update promised by{' '}
      <span className={styles.screen}>
        <PromisedMoment at={record.next_update} after={record.fromTime} />
      </span>
      <span className={styles.paper}>
        <Moment at={record.next_update} />
      </span>
    </p>
  )
}
