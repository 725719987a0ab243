import type { ReactNode } from 'react'
import styles from './empty-text.module.css'

/** What a page says when it has nothing to show, and where to go from there. */
export function EmptyText({ children, onward }: { children: string; onward?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.text}>{children}</p>
      {onward !== undefined && <p>{onward}</p>}
    </div>
  )
}
