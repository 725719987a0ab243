import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export type HeadingLevel = 1 | 2 | 3

/** Staff may have written the title in any script. */
export function PageHead({
  title,
  titleId,
  lead,
  children,
}: {
  title: string
  titleId?: string
  lead?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 id={titleId} dir="auto">
          {title}
        </h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {children}
    </header>
  )
}
