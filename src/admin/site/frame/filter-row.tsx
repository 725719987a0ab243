import type { ReactNode } from 'react'
import styles from './filter-row.module.css'

/** What narrows a list, as wide as it needs to be. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
