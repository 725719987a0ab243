import type { ReactNode } from 'react'
import { PageHead } from '../parts/page-head.tsx'
import styles from './form-page.module.css'

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
      <PageHead title={title} lead={lead} />
      <div className={styles.body}>
        <div className={styles.main}>{children}</div>
        {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </section>
  )
}
