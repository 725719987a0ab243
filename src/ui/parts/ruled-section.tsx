import type { ReactNode } from 'react'
import styles from './ruled-section.module.css'

/** One matter of a page about the reader's account: under a hairline, its name beside it where there is room. */
export function RuledSection({
  name,
  title,
  intro,
  children,
}: {
  /** What leads here in an address. */
  name: string
  title: string
  intro?: ReactNode
  children?: ReactNode
}) {
  const titleId = titleIdOf(name)
  return (
    <section id={name} className={styles.section} aria-labelledby={titleId}>
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

export function focusSection(name: string) {
  document.getElementById(titleIdOf(name))?.focus()
}

function titleIdOf(name: string) {
  return `${name}-title`
}
