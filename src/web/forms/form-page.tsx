import type { ReactNode } from 'react'
import styles from './form-page.module.css'

/** A page around one form: why the reader is here, the form, what else can be done, and beside it plain words. */
export function FormPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      <div className={styles.body}>
        <div className={styles.main}>{children}</div>
        {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </section>
  )
}
