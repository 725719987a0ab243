import { type ReactNode, useId } from 'react'
import styles from './sheet.module.css'

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
