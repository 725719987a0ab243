import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './list-and-edit.module.css'

/**
 * A list, and beside it what was chosen from it. Where there is no room for both, what was chosen stands alone, with a
 * way back.
 */
export function ListAndEdit({
  home,
  homeWords,
  above,
  list,
  children,
}: {
  /** Of the list. */
  home: string
  homeWords: string
  /** Filters. */
  above?: ReactNode
  list: ReactNode
  /** What was chosen; nothing when nothing is. */
  children: ReactNode
}) {
  const isChosen = children !== undefined && children !== null && children !== false
  return (
    <div className={styles.frame} data-chosen={isChosen ? '' : undefined}>
      <div className={styles.list}>
        {above}
        {list}
      </div>
      {isChosen && (
        <div className={styles.chosen}>
          <Link to={home} className={styles.back} preventScrollReset>
            <span aria-hidden="true">← </span>
            {homeWords}
          </Link>
          {children}
        </div>
      )}
    </div>
  )
}
