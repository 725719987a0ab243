import type { ReactNode } from 'react'
import styles from './other-ways.module.css'

export function OtherWays({ children }: { children: ReactNode }) {
  return <ul className={styles.ways}>{children}</ul>
}

export function OtherWay({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li>
      <span>{words}</span> {children}
    </li>
  )
}
