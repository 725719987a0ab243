import { useSyncExternalStore } from 'react'
import styles from './printed-address.module.css'
import { recordLink } from './record-link.ts'

/** On paper nothing can be followed: the address stands there to be typed. */
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
