import type { ReactNode } from 'react'
import styles from './region-fold.module.css'

/** A part of the list that folds, without scripts too. Opened by a search in the page, it says so as well. */
export function RegionFold({
  title,
  summary,
  isOpen,
  onToggle,
  children,
}: {
  title: ReactNode
  summary?: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // It tells too when it was told to; only a reader's wish is news.
        if (open !== isOpen) onToggle(open)
      }}
    >
      <summary>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="m4 2 4.5 4L4 10z" />
        </svg>
        <div>
          {title}
          {summary !== undefined && <span>{summary}</span>}
        </div>
      </summary>
      {children}
    </details>
  )
}
