import type { ReactNode } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import styles from './fold-button.module.css'

export function FoldButton({ children }: { children: ReactNode }) {
  return (
    <summary className={`button ${styles.button}`}>
      {children}
      <Caret />
    </summary>
  )
}
