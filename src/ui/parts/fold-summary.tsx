import type { ReactNode } from 'react'
import { Caret } from './caret.tsx'
import styles from './fold-summary.module.css'

export function FoldSummary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      {children}
      <Caret />
    </summary>
  )
}
