import type { ReactNode } from 'react'
import styles from './machine-entry.module.css'

export function MachineGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export function MachineEntry({
  id,
  name,
  words,
  children,
}: {
  id: string
  name: string
  words: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.entry} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 id={id}>{name}</h3>
        <p>{words}</p>
      </div>
      <div className={styles.ways}>{children}</div>
    </section>
  )
}
