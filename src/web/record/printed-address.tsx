import { useSyncExternalStore } from 'react'
import styles from './printed-address.module.css'
import { recordLink } from './record-link.ts'

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
