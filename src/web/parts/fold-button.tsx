import type { ReactNode } from 'react'
import styles from './fold-button.module.css'

/** The button of a `<details>` among the controls of a page. */
export function FoldButton({ children }: { children: ReactNode }) {
  return (
    <summary className={`button ${styles.button}`}>
      {children}
      <svg className={styles.caret} viewBox="0 0 12 12" aria-hidden="true">
        <path d="m2.500 4.500 3.500 3.500 3.500-3.500" />
      </svg>
    </summary>
  )
}
