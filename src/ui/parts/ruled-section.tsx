import type { ReactNode } from 'react'
import styles from './ruled-section.module.css'

export function RuledSection({
  name,
  title,
  intro,
  children,
}: {
  /** Fragment id. */
  name: string
  title: string
  intro?: ReactNode
  children?: ReactNode
}) {
  const titleId = titleIdOf(name)
  return (
    <section id={name} className={styles.section} aria-labelledby={titleId}>
      {/* Gets the focus when the focused control disappears. */}
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.body}>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </section>
  )
}

export function focusSection(name: string) {
  document.getElementById(titleIdOf(name))?.focus()
}

function titleIdOf(name: string) {
  return `${name}-title`
}
