import { useSyncExternalStore } from 'react'
import { freshRecords } from './fresh-records.ts'
import styles from './updated-mark.module.css'

export function UpdatedMark({ id }: { id: number }) {
  const freshness = useSyncExternalStore(
    freshRecords.subscribe,
    () => freshRecords.get(id),
    () => undefined,
  )
  if (freshness === undefined) return null
  return (
    <b className={styles.mark} data-freshness={freshness}>
      Updated just now
    </b>
  )
}
