import type { ReactNode } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import styles from './faq-fold.module.css'
import type { Fold } from './show-faq.ts'
import type { FaqFolds } from './use-faq-folds.ts'

/** The summary carries the id: a link to it leads to where the keyboard can go on. */
export function FaqFold({
  fold,
  folds: { isOpen, setOpen },
  title,
  className = '',
  children,
}: {
  fold: Fold
  folds: FaqFolds
  title: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <details
      className={`${styles.fold} ${className}`}
      open={isOpen(fold)}
      data-starts={fold.startsOpen ? 'open' : 'closed'}
      onToggle={({ currentTarget: { open } }) => {
        // It tells too when it was told to; only a reader's wish, or a search of the browser, is news.
        if (open !== isOpen(fold)) setOpen(fold, open)
      }}
    >
      <summary id={fold.id}>
        {title}
        <Caret className={styles.caret} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
