import type { ReactNode } from 'react'
import styles from './fold-summary.module.css'

/** What is pressed to unfold a part of a record. On paper everything is unfolded. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      {children}
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="m2.500 4.500 3.500 3.500 3.500-3.500" />
      </svg>
    </summary>
  )
}
