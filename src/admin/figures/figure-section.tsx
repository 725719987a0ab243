import { type ReactNode, useId } from 'react'
import styles from './figures-screen.module.css'

/** One question, answered in a sentence first and then drawn. */
export function FigureSection({
  title,
  lead,
  isWide = false,
  children,
}: {
  title: string
  lead: ReactNode
  isWide?: boolean
  /** With what names the chart for those who hear it. */
  children: (titleId: string) => ReactNode
}) {
  const titleId = useId()
  return (
    <section className={styles.figure} data-wide={isWide ? '' : undefined} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      {children(titleId)}
    </section>
  )
}
