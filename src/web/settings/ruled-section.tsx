import type { ReactNode } from 'react'
import styles from './ruled-section.module.css'

/** One matter of a page about the reader's account: under a hairline, its name beside it where there is room. */
export function RuledSection({
  id,
  title,
  intro,
  children,
}: {
  id: string
  title: string
  intro?: ReactNode
  children?: ReactNode
}) {
  const titleId = titleIdOf(id)
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      {/* Focus comes here when the control that had it is gone. */}
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

export function focusSection(id: string) {
  document.getElementById(titleIdOf(id))?.focus()
}

function titleIdOf(id: string) {
  return `${id}-title`
}
