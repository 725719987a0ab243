import { type ReactNode, useId } from 'react'
import styles from './sheet.module.css'

/** A framed block of a page: its heading, a line that sums it up, and what is in it. */
export function Sheet({
  title,
  summary,
  children,
}: {
  title: string
  summary?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section className={styles.sheet} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {summary !== undefined && <p>{summary}</p>}
      </header>
      {children}
    </section>
  )
}

/** A part of a sheet under a heading of its own. */
export function SheetPart({
  title,
  summary,
  children,
}: {
  title: string
  summary?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <h3>{title}</h3>
        {summary !== undefined && <p>{summary}</p>}
      </header>
      {children}
    </section>
  )
}

/** A part that folds, without scripts too. */
export function SheetFold({
  title,
  summary,
  isOpen,
  children,
}: {
  title: string
  summary: ReactNode
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <span className={styles.foldTitle}>{title}</span> <span>{summary}</span>
      </summary>
      {children}
    </details>
  )
}
