import { type ReactNode, useId } from 'react'
import styles from './framed-section.module.css'

export function FramedSection({
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
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {summary !== undefined && <p>{summary}</p>}
      </header>
      {children}
    </section>
  )
}
