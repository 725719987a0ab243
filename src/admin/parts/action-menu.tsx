import type { ReactNode } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import styles from './action-menu.module.css'

/** More that can be done, behind a button. The children are buttons and links; each of them closes it. */
export function ActionMenu({
  words,
  label,
  look = 'plain',
  children,
}: {
  words: string
  /** What is read out, where the words do not say what it is about. */
  label?: string
  look?: 'plain' | 'primary'
  children: ReactNode
}) {
  const { ref, isOpen, setOpen, onToggle } = useDisclosure()
  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle}>
      <summary className={look === 'plain' ? 'button' : 'button primary'} aria-label={label}>
        {words}
        <Caret />
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons act; it only goes away then. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons. */}
      <div className={styles.sheet} onClick={() => setOpen(false)}>
        {children}
      </div>
    </details>
  )
}
