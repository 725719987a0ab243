import type { ReactNode } from 'react'
import { Caret } from './caret.tsx'
import styles from './fold-summary.module.css'

/** What is pressed to unfold a part of a record. On paper everything is unfolded. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      {children}
      <Caret />
    </summary>
  )
}
