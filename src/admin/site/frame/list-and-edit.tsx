import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './list-and-edit.module.css'

/** A list with the selected item beside it; without room for both, only the item, with a back link. */
export function ListAndEdit({
  home,
  homeWords,
  above,
  list,
  children,
}: {
  home: string
  homeWords: string
  above?: ReactNode
  list: ReactNode
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
