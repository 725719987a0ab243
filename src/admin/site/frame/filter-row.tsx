import type { ReactNode } from 'react'
import styles from './site-screen-frame.module.css'

export function FilterRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
