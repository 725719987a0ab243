import { type ReactNode, useId } from 'react'
import styles from './desk-section.module.css'

export function DeskSection({
  title,
  count,
  more,
  children,
}: {
  title: string
  count?: number
  more?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        {more !== undefined && <p className={styles.more}>{more}</p>}
      </header>
      {children}
    </section>
  )
}

export function Quiet({ children }: { children: ReactNode }) {
  return <p className={styles.quiet}>{children}</p>
}
