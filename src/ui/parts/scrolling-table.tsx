import { type ReactNode, useRef } from 'react'
import styles from './scrolling-table.module.css'
import { useScrollHints } from './use-scroll-hints.ts'

export function ScrollingTable({
  labelledBy,
  keepsFirstColumn = false,
  children,
}: {
  labelledBy: string
  keepsFirstColumn?: boolean
  children: ReactNode
}) {
  const scroller = useRef<HTMLElement>(null)
  const more = useScrollHints(scroller)
  return (
    <div className={styles.frame} data-more={more} data-keeps={keepsFirstColumn ? '' : undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable frame must be reachable by keyboard */}
      <section ref={scroller} className={styles.scroller} aria-labelledby={labelledBy} tabIndex={0}>
        <table className={styles.table}>{children}</table>
      </section>
    </div>
  )
}
