import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** Controls that narrow down what a screen lists. What they are set to is in the address: see `useQuery`. */
export function FilterBar({
  label = 'Filter',
  isFiltered,
  onClear,
  summary,
  children,
}: {
  label?: string
  isFiltered: boolean
  onClear: () => void
  /** How much was found. */
  summary?: ReactNode
  children: ReactNode
}) {
  return (
    <search className={styles.bar} aria-label={label}>
      <div className={styles.controls}>
        {children}
        {isFiltered && (
          <button type="button" className={`button ${styles.clear}`} onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      {summary !== undefined && (
        <p className={styles.summary} role="status">
          {summary}
        </p>
      )}
    </search>
  )
}
