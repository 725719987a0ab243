import type { ReactNode } from 'react'
import styles from './other-ways.module.css'

/** What else a reader can do than fill in the form, line by line below it. */
export function OtherWays({ children }: { children: ReactNode }) {
  return <ul className={styles.ways}>{children}</ul>
}

/** A link, and before it whom it is for. */
export function OtherWay({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li>
      <span>{words}</span> {children}
    </li>
  )
}
