import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { Caret } from '../../ui/parts/caret.tsx'
import { idOfHash } from '../parts/id-of-hash.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './center-fold.module.css'

/**
 * A region of the table. Open without scripts and on paper; with them closed at first, unless a search looks into it.
 * Who comes by the hash of a row finds it opened by the shell.
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
  /** Whether what an address within the page names is in it. */
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
        // It tells too when it was told to; only a reader's wish, or a search of the browser, is news.
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
