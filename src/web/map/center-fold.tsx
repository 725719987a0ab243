import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { Caret } from '../../ui/parts/caret.tsx'
import { idOfHash } from '../parts/id-of-hash.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './center-fold.module.css'

/**
 * A region of the table. Open without scripts and in print; with scripts closed at first, unless a search is active.
 * The shell opens it for a link to one of its rows.
 */
export function CenterFold({
  anchor,
  title,
  words,
  isSearching,
  holds,
  children,
}: {
  anchor: string
  title: string
  words: string
  isSearching: boolean
  holds: (id: string) => boolean
  children: ReactNode
}) {
  const isAlive = useIsAlive()
  const { hash } = useLocation()
  const [isUnfolded, setUnfolded] = useState(() => holds(idOfHash(hash) ?? ''))
  const isOpen = !isAlive || isSearching || isUnfolded
  return (
    <details
      className={styles.fold}
      open={isOpen}
      data-fresh={isAlive || isSearching ? undefined : ''}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires for programmatic changes; only those by the reader or the browser's search count.
        if (open !== isOpen) setUnfolded(open)
      }}
    >
      <summary id={anchor}>
        <h2 id={`${anchor}-title`}>{title}</h2>
        <span className={styles.words}>{words}</span>
        <Caret className={styles.caret} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
