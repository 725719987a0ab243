import type { ReactNode } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import styles from './action-menu.module.css'

export function ActionMenu({
  words,
  label,
  look = 'plain',
  children,
}: {
  words: string
  label?: string
  look?: 'plain' | 'primary'
  children: ReactNode
}) {
  const { ref, isOpen, close, onToggle } = useDisclosure()
  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle}>
      <summary className={look === 'plain' ? 'button' : 'button primary'} aria-label={label}>
        {words}
        <Caret />
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons act; this only closes the menu. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons. */}
      <div className={styles.sheet} onClick={close}>
        {children}
      </div>
    </details>
  )
}
