import { type ReactNode, useId } from 'react'
import styles from './figures-screen.module.css'

export function FigureSection({
  title,
  lead,
  isWide = false,
  children,
}: {
  title: string
  lead: ReactNode
  isWide?: boolean
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
