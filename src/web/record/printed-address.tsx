import { useSyncExternalStore } from 'react'
import styles from './printed-address.module.css'
import { recordLink } from './record-link.ts'

/** Print only: links don't work on paper. */
export function PrintedAddress({ path }: { path: string }) {
  const address = useSyncExternalStore(
    never,
    () => recordLink(path),
    () => path,
  )
  return <p className={styles.address}>{address}</p>
}

function never() {
  return () => {}
}
