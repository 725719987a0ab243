import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

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
