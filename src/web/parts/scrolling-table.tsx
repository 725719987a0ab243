import type { ReactNode } from 'react'
import styles from './scrolling-table.module.css'

/** A table that scrolls inside its own frame on narrow screens, by keyboard too. */
export function ScrollingTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section className={styles.frame} aria-labelledby={labelledBy} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  )
}
