import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

export function FoldedSection({
  title,
  hint,
  isOpen,
  children,
}: {
  title: string
  hint: string
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.folded} open={isOpen || undefined}>
      <summary>
        <h2>{title}</h2>
        <span>{hint}</span>
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
