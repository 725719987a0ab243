import type { ReactNode } from 'react'
import styles from './empty-text.module.css'

export function EmptyText({ children, onward }: { children: string; onward?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.text}>{children}</p>
      {onward !== undefined && <p>{onward}</p>}
    </div>
  )
}
